import { isTurnToClean } from '@atrium/database/clean-up'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { findFirstColumn, lockColumns } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, Gone } from '#errors.ts'
import { may } from '#projects/rights.ts'
import { enterColumn } from './enter-column.ts'
import { emitRelated } from './related/announce-related.ts'
import { listRelated } from './related/related-tasks.queries.ts'
import type { Task } from './task.contract.ts'
import {
  deleteTasks,
  findAnyTaskAccess,
  getTask,
  type LockedTask,
  lockAnyTask,
  lockTrash,
  updateTask,
} from './task.queries.ts'
import { eventOf } from './task-events.ts'

/** Moves it to the trash. */
export function deleteTask(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { deletedAt, version, title, columnId, position } = await lockAnyTask(tx, id)
    if (deletedAt) throw new Gone('task_deleted', { deletedAt })
    const now = deps.now().toISOString()
    const deleted = await updateTask(tx, id, {
      deletedAt: now,
      deletedBy: actor.id,
      position: null,
      version: version + 1,
      updatedAt: now,
    })
    const about = { ...eventOf(actor, deleted), ...(actor.grant?.agent && { undo: { position } }) }
    await emit({ ...about, type: 'task.deleted', before: { title, columnId } })
  })
}

/** Restores it to its column, or to the board's first column if that was deleted. */
export function restoreTask(deps: Deps, actor: Actor, id: number): Promise<Task> {
  return inTransaction(deps, async (tx, emit) => {
    const column = await lockColumnFor(tx, await getTask(tx, id))
    const task = await lockAnyTask(tx, id)
    if (!task.deletedAt) throw new Conflict('task_not_deleted')
    await requireRestoreRight(tx, actor, task)
    const now = deps.now()
    const restored = await updateTask(tx, id, {
      ...(await enterColumn(tx, column, task, { force: true, now })),
      deletedAt: null,
      deletedBy: null,
      version: task.version + 1,
      updatedAt: now.toISOString(),
    })
    await emit({ ...eventOf(actor, restored), type: 'task.restored', after: { columnId: column.id } })
    return restored
  })
}

async function lockColumnFor(tx: Database, { boardId, columnId }: Task) {
  const [own] = await lockColumns(tx, [columnId])
  if (own) return own
  const firstId = await findFirstColumn(tx, { boardId })
  const [first] = firstId ? await lockColumns(tx, [firstId]) : []
  if (!first) throw new Conflict('board_deleted', { boardId })
  return first
}

/** Members restore what they created or deleted, managers any task. */
async function requireRestoreRight(tx: Database, actor: Actor, { id, creatorId, deletedBy }: LockedTask) {
  if (creatorId === actor.id || deletedBy === actor.id) return
  const access = await findAnyTaskAccess(tx, actor.id, id)
  if (access && may(actor, access.role, 'task.restore.any')) return
  throw new Forbidden('restore_requires_manager', { right: 'task.restore.any' })
}

/** Deletes permanently; its history stays in the project's activity. */
export function deleteTaskPermanently(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    await lockAnyTask(tx, id)
    const task = await getTask(tx, id)
    const related = await listRelatedTo(tx, [id], actor.id)
    await deleteTasks(tx, [id])
    const { title, number } = task
    await emit({ ...eventOf(actor, task), type: 'task.removed', before: { title, number } })
    await emitRelated(emit, actor.id, related)
  })
}

/** Permanently deletes a batch of the tasks that were deleted before this time, and returns how many. */
export function emptyTrash(deps: Deps, deletedBefore: string, limit: number): Promise<number> {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await isTurnToClean(tx))) return 0
    const tasks = await lockTrash(tx, deletedBefore, limit)
    if (tasks.length === 0) return 0
    const ids = tasks.map(({ id }) => id)
    const related = await listRelatedTo(tx, ids, null)
    await deleteTasks(tx, ids)
    for (const { id: taskId, projectId, boardId, title, number } of tasks) {
      const before = { title, number }
      await emit({ type: 'task.removed', projectId, boardId, taskId, actorId: null, before })
    }
    await emitRelated(emit, null, related)
    return tasks.length
  })
}

/** Before they are deleted. */
function listRelatedTo(tx: Database, taskIds: number[], actorId: number | null) {
  const none = { completedIds: [], parentIds: [], boardIds: [], columnIds: [] }
  return listRelated(tx, { actorId, taskIds, ...none })
}
