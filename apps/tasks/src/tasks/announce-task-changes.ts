import type { Announce } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { ActivityEvent, Event } from '#events.ts'
import type { Task } from './task.contract.ts'
import type { HeldTask } from './task.queries.ts'

const LONGEST_TEXT = 2000

const fieldsOf = {
  'task.moved': ['columnId', 'boardId', 'position', 'completedAt'],
  'task.assigned': ['assigneeId'],
  'task.updated': ['title', 'description', 'priorityId', 'startDate', 'dueDate', 'estimateSeconds'],
} as const

/** One event for each kind of change that there was: a move, an assignment, an edit. */
export async function announceTaskChanges(
  announce: Announce<Event>,
  actor: Actor,
  before: HeldTask,
  after: Task,
) {
  for (const name of ['task.moved', 'task.assigned', 'task.updated'] as const) {
    const fields = fieldsOf[name].filter(field => before[field] !== after[field])
    if (fields.length > 0) {
      // A move inside a column says its column all the same: readers need not look it up.
      const told = name === 'task.moved' ? fieldsOf[name] : fields
      const deleted = after.deletedAt ? { deletedAt: after.deletedAt } : {}
      await announce({
        ...eventOf(name, actor, after),
        before: pick(before, told),
        after: { ...pick(after, told), ...deleted },
      })
    }
  }
}

export function eventOf(name: ActivityEvent['name'], actor: Actor, task: Task): ActivityEvent {
  const { id, projectId, boardId, version } = task
  return { name, projectId, boardId, taskId: id, taskVersion: version, actorId: actor.id }
}

function pick<T extends object>(record: T, fields: readonly (keyof T)[]) {
  return Object.fromEntries(fields.map(field => [field, shortened(record[field])]))
}

/** The activity tells a story; it is no second place for whole descriptions. By characters: half of one is not stored. */
function shortened(value: unknown) {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  const characters = Array.from(value)
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join('')}…` : value
}
