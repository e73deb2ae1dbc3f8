import type { Emit } from '@atrium/database/transaction'
import { type Actor, originOf } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { ActivityEvent, Event } from '#events.ts'
import {
  type AssignedPeople,
  assigneeIdsOf,
  changedAssignees,
  recordedAssignees,
} from './assignees/assigned-people.ts'
import type { Task } from './task.contract.ts'
import type { LockedTask } from './task.queries.ts'
import { fieldsOf, pick } from './task-fields.ts'

type RecordedValues = NonNullable<ActivityEvent<'task.updated'>['after']['fields']>

/** Custom fields that have changed. */
interface RecordedFields {
  before: RecordedValues
  after: RecordedValues
}

type EventTask = Pick<Task, 'id' | 'projectId' | 'boardId' | 'version'>

const MAX_TEXT_LENGTH = 2000

const placeFields = fieldsOf('place')
const ownFields = fieldsOf('content', 'date', 'cycle', 'cover', 'archive')

/** One event for each kind of change: a move, an assignment, an edit. */
export async function emitTaskChanges(
  emit: Emit<Event>,
  actor: Actor,
  before: LockedTask,
  after: LockedTask,
  fields?: RecordedFields,
) {
  const about = eventOf(actor, after)
  const deleted = deletion(after)
  await emitMove(emit, actor, before, after)
  if (changedAssignees(before, assigneeIdsOf(after)).names.length > 0) {
    await emit({
      ...about,
      type: 'task.assigned',
      before: recordedAssignees(before),
      after: { ...recordedAssignees(after), ...deleted },
    })
  }
  const edited = ownFields.filter(field => before[field] !== after[field])
  if (edited.length > 0 || fields) {
    await emit({
      ...about,
      ...undoOf(actor, before, edited),
      type: 'task.updated',
      before: { ...pickShortened(before, edited), ...(fields && { fields: fields.before }) },
      after: { ...pickShortened(after, edited), ...(fields && { fields: fields.after }), ...deleted },
    })
  }
}

type CreatedTask = Omit<EventTask, 'version'> &
  Pick<Task, 'title' | 'columnId' | 'priorityId' | 'number'> &
  Partial<Pick<Task, 'dueDate' | 'parentId'> & AssignedPeople>

/** The event of a new task; `origin` says what it is a copy or a repetition of. */
export function creationOf(
  actor: Actor | null,
  task: CreatedTask,
  origin: { copyOf?: number; repeatOf?: number } = {},
): ActivityEvent<'task.created'> {
  const { assigneeId = null, otherAssigneeIds = [], dueDate = null, parentId } = task
  const { projectId, boardId, id: taskId } = task
  const about = actor
    ? eventOf(actor, { ...task, version: 1 })
    : { projectId, boardId, taskId, taskVersion: 1, actorId: null }
  return {
    ...about,
    type: 'task.created',
    after: {
      ...pick(task, ['title', 'columnId', 'priorityId', 'number']),
      ...recordedAssignees({ assigneeId, otherAssigneeIds }),
      dueDate,
      ...origin,
      ...(parentId && { parentId }),
    },
  }
}

type MovedTask = EventTask & Pick<LockedTask, (typeof placeFields)[number] | 'deletedAt'>

export async function emitMove(emit: Emit<Event>, actor: Actor, before: MovedTask, after: MovedTask) {
  if (placeFields.every(field => before[field] === after[field])) return
  // A move within a column names the column too, so clients need not look it up.
  await emit({
    ...eventOf(actor, after),
    type: 'task.moved',
    before: pick(before, placeFields),
    after: { ...pick(after, placeFields), ...deletion(after) },
  })
}

function deletion({ deletedAt }: Pick<MovedTask, 'deletedAt'>) {
  return deletedAt ? { deletedAt } : {}
}

type Child = Pick<Task, 'id' | 'projectId' | 'boardId' | 'version' | 'parentId'>

/** Both parents are in the task's project, so every reader of the event can see them. */
export async function emitParentChange(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  before: Child,
  after: Child,
) {
  if (before.parentId === after.parentId) return
  const ids = [before.parentId, after.parentId].filter(id => id !== null)
  const parents = await tx.selectFrom('tasks').where('id', 'in', ids).select(['id', 'number']).execute()
  const numberOf = (id: number | null) => parents.find(parent => parent.id === id)?.number ?? null
  const side = ({ parentId }: Child) => ({ parentId, parentNumber: numberOf(parentId) })
  await emit({
    ...eventOf(actor, after),
    type: 'task.parent_changed',
    before: side(before),
    after: side(after),
  })
}

/** What every event about the fields of a task has: where it happened, who did it, and with which application. */
export function eventOf(actor: Actor, task: EventTask) {
  return { ...aboutTask(actor, task), taskVersion: task.version, ...originOf(actor) }
}

/** What every event about a part of a task has. Parts such as its checklist are no fields that two people could edit at once. */
export function aboutTask({ id: actorId }: Actor, { id, projectId, boardId }: Omit<EventTask, 'version'>) {
  return { projectId, boardId, taskId: id, actorId }
}

type OwnFields = Pick<Task, (typeof ownFields)[number]>

function pickShortened(record: OwnFields, names: (keyof OwnFields)[]): Partial<OwnFields> {
  return Object.fromEntries(names.map(name => [name, shortened(record[name])]))
}

/** The whole description if an agent replaces a long one: undoing restores it exactly. */
function undoOf({ grant }: Actor, { description }: OwnFields, edited: (keyof OwnFields)[]) {
  const isCut = edited.includes('description') && shortened(description) !== description
  return grant?.agent && isCut && description !== null ? { undo: { description } } : {}
}

/** Long descriptions are cut, between code points: half a surrogate pair cannot be stored. */
function shortened(value: unknown) {
  if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) return value
  const characters = Array.from(value)
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : value
}
