import { Conflict } from '#errors.ts'
import type { Task } from './task.contract.ts'

/** Where a task is, and whether it is completed. */
type Place = Pick<Task, 'columnId' | 'completedAt'>

/**
 * When a change archives a task or takes it out of the archive; empty if it does neither. A task that is reopened or moved to another
 * column is shown again.
 */
export function archivedFields(
  task: Place & Pick<Task, 'archivedAt'>,
  { columnId = task.columnId, completedAt = task.completedAt }: Partial<Place>,
  isArchived: boolean | undefined,
  now: Date,
): Partial<Pick<Task, 'archivedAt'>> {
  if (isArchived && completedAt === null) throw new Conflict('task_not_completed')
  const stays = columnId === task.columnId && completedAt !== null
  const isPutAway = isArchived ?? (stays && task.archivedAt !== null)
  if (isPutAway === (task.archivedAt !== null)) return {}
  return { archivedAt: isPutAway ? now.toISOString() : null }
}
