import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { updateBoard } from '#boards/board.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { lockProject, updateProject } from '#projects/project.queries.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import * as queries from './import-job.queries.ts'
import type { StoredJob } from './stored-job.ts'

/**
 * Moves the tasks of an import to the trash, deletes the board that it created, and archives the project that it created; both
 * only if nothing else is there. Returns how many tasks there were.
 */
export async function removeImported(
  tx: Database,
  deps: Deps,
  emit: Emit<Event>,
  actor: Actor,
  { id: jobId, source, projectId, boardId, createsProject, choices }: StoredJob,
) {
  if (projectId === null) return 0
  await lockProject(tx, projectId)
  const access = await findProjectAccess(tx, actor.id, projectId)
  if (!access || (createsProject && access.archivedAt)) return 0
  requireRight(actor, access, 'task.import')
  const now = deps.now().toISOString()
  const about = { projectId, actorId: actor.id }
  const archive = async () => {
    await updateProject(tx, projectId, { archivedAt: now, updatedAt: now })
    await emit({
      ...about,
      type: 'project.archived',
      before: { archivedAt: null },
      after: { archivedAt: now },
    })
  }
  if (source === 'atrium') {
    // Everything in the project came with the import.
    if (createsProject) await archive()
    return 0
  }
  const removed = await queries.trashJobTasks(tx, { jobId, projectId, userId: actor.id, now })
  const board = choices.boardId === null ? await queries.findEmptyBoard(tx, projectId, boardId) : undefined
  if (board) {
    await updateBoard(tx, board.id, { deletedAt: now, position: null, updatedAt: now })
    const before = { name: board.name, taskCount: removed.length }
    await emit({ ...about, type: 'board.deleted', boardId: board.id, before })
  }
  for (const { id: taskId, boardId, title, columnId } of removed) {
    if (boardId === board?.id) continue
    await emit({ ...about, type: 'task.deleted', boardId, taskId, before: { title, columnId } })
  }
  if (createsProject && (await queries.isProjectEmpty(tx, projectId))) await archive()
  return removed.length
}
