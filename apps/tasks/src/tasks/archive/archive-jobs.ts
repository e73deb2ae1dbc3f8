import { repeatBatches } from '@atrium/database/clean-up'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { archiveDueTasks } from './archive.queries.ts'

const ARCHIVE_TASKS = 'archive-tasks'
const BATCH = 500

/** Every quarter of an hour, on one instance. */
export const archiveCrontab = `*/15 * * * * ${ARCHIVE_TASKS}`

export function archiveTasks(deps: Deps) {
  return { [ARCHIVE_TASKS]: () => archiveCompleted(deps) }
}

/** Archives what has been completed for as long as its column says. */
export async function archiveCompleted(deps: Deps) {
  await repeatBatches(() => archiveBatch(deps), BATCH)
}

function archiveBatch(deps: Deps) {
  return inTransaction(deps, async (tx, emit) => {
    const archivedAt = deps.now().toISOString()
    const tasks = await archiveDueTasks(tx, archivedAt, BATCH)
    for (const { id: taskId, projectId, boardId, version } of tasks) {
      await emit({
        type: 'task.updated',
        projectId,
        boardId,
        taskId,
        taskVersion: version,
        actorId: null,
        isBulk: true,
        before: { archivedAt: null },
        after: { archivedAt },
      })
    }
    return tasks.length
  })
}
