import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Event } from '#events.ts'
import type { Task } from './task.contract.ts'
import type { LockedTask } from './task.queries.ts'

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
) {
  const place = eventOf(actor, after)
  const deleted = after.deletedAt ? { deletedAt: after.deletedAt } : {}
  const isChanged = (field: keyof LockedTask) => before[field] !== after[field]
  if (placeFields.some(isChanged)) {
    // A move within a column names the column too, so clients need not look it up.
    await emit({
      ...place,
      type: 'task.moved',
      before: pick(before, placeFields),
      after: { ...pick(after, placeFields), ...deleted },
    })
  }
  if (before.assigneeId !== after.assigneeId) {
    await emit({
      ...place,
      type: 'task.assigned',
      before: { assigneeId: before.assigneeId },
      after: { assigneeId: after.assigneeId, ...deleted },
    })
  }
  const edited = ownFields.filter(isChanged)
  if (edited.length > 0) {
    await emit({
      ...place,
      type: 'task.updated',
      before: pickShortened(before, edited),
      after: { ...pickShortened(after, edited), ...deleted },
    })
  }
}

/** What every event about a task has: where it happened, and who did it. */
export function eventOf({ id: actorId }: Actor, { id: taskId, projectId, boardId, version }: EventTask) {
  return { projectId, boardId, taskId, taskVersion: version, actorId }
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
