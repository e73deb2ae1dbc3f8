import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { ActivityEvent, Event } from '#events.ts'
import type { Task } from './task.contract.ts'
import type { LockedTask } from './task.queries.ts'

type RecordedValues = NonNullable<ActivityEvent<'task.updated'>['after']['fields']>

/** Custom fields that have changed. */
interface RecordedFields {
  before: RecordedValues
  after: RecordedValues
}

type EventTask = Pick<Task, 'id' | 'projectId' | 'boardId' | 'version'>

const MAX_TEXT_LENGTH = 2000

const placeFields = ['columnId', 'boardId', 'position', 'completedAt'] as const
const ownFields = ['title', 'description', 'priorityId', 'startDate', 'dueDate', 'estimateSeconds'] as const

/** One event for each kind of change: a move, an assignment, an edit. */
export async function emitTaskChanges(
  emit: Emit<Event>,
  actor: Actor,
  before: LockedTask,
  after: LockedTask,
  fields?: RecordedFields,
) {
  const place = eventOf(actor, after)
  const deleted = deletion(after)
  await emitMove(emit, actor, before, after)
  if (before.assigneeId !== after.assigneeId) {
    await emit({
      ...place,
      type: 'task.assigned',
      before: { assigneeId: before.assigneeId },
      after: { assigneeId: after.assigneeId, ...deleted },
    })
  }
  const edited = ownFields.filter(field => before[field] !== after[field])
  if (edited.length > 0 || fields) {
    await emit({
      ...place,
      type: 'task.updated',
      before: { ...pickShortened(before, edited), ...(fields && { fields: fields.before }) },
      after: { ...pickShortened(after, edited), ...(fields && { fields: fields.after }), ...deleted },
    })
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

/** What every event about a task has: where it happened, who did it, and with which application. */
export function eventOf(
  { id: actorId, grant }: Actor,
  { id: taskId, projectId, boardId, version }: EventTask,
) {
  const application = grant?.application ?? null
  return { projectId, boardId, taskId, taskVersion: version, actorId, application }
}

function pick<Fields extends object, Name extends keyof Fields>(record: Fields, names: readonly Name[]) {
  return Object.fromEntries(names.map(name => [name, record[name]])) as Pick<Fields, Name>
}

type OwnFields = Pick<Task, (typeof ownFields)[number]>

function pickShortened(record: OwnFields, names: (keyof OwnFields)[]): Partial<OwnFields> {
  return Object.fromEntries(names.map(name => [name, shortened(record[name])]))
}

/** Long descriptions are cut, between code points: half a surrogate pair cannot be stored. */
function shortened(value: unknown) {
  if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) return value
  const characters = Array.from(value)
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : value
}
