import { isTurnToClean } from '@atrium/database/clean-up'
import { inTransaction } from '@atrium/database/transaction'
import { sql } from 'kysely'
import type { Database, Deps } from '#deps.ts'
import { removeTasks } from './remove-tasks.ts'

/** Some of the tasks that were deleted before this moment; says how many. */
export function emptyTrash(deps: Deps, deletedBefore: string, limit: number): Promise<number> {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await isTurnToClean(tx))) return 0
    const tasks = await holdTrash(tx, deletedBefore, limit)
    if (tasks.length === 0) return 0
    await removeTasks(
      tx,
      tasks.map(({ id }) => id),
    )
    for (const { id: taskId, projectId, boardId, title, number } of tasks) {
      const before = { title, number }
      await emit({ type: 'task.removed', projectId, boardId, taskId, actorId: null, before })
    }
    return tasks.length
  })
}

/** Without waiting: whoever holds a task may be restoring it. */
function holdTrash(tx: Database, deletedBefore: string, limit: number) {
  return tx
    .selectFrom('tasks')
    .where('deletedAt', '<', deletedBefore)
    .select(['id', 'projectId', 'boardId', 'title', 'number'])
    .orderBy('deletedAt')
    .limit(sql.lit(limit))
    .forUpdate()
    .skipLocked()
    .execute()
}
