import type { Announce } from '@atrium/database/transaction'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { ActivityEvent, Event } from '#events.ts'

/** When a member leaves or becomes a viewer, in the same transaction: their open tasks there become unassigned. */
export async function unassignMember(
  tx: Database,
  announce: Announce<Event>,
  { projectId, actorId, before }: ActivityEvent,
) {
  const assigneeId = before?.userId as number
  const tasks = await unassign(tx, projectId, assigneeId)
  for (const { id: taskId, boardId, version } of tasks) {
    await announce({
      name: 'task.assigned',
      projectId,
      boardId,
      taskId,
      taskVersion: version,
      actorId,
      before: { assigneeId },
      after: { assigneeId: null },
    })
  }
}

function unassign(tx: Database, projectId: number, assigneeId: number) {
  return tx
    .updateTable('tasks')
    .set({
      assigneeId: null,
      version: sql`version + 1`,
      fieldVersions: sql`field_versions || jsonb_build_object('assigneeId', version + 1)`,
      updatedAt: sql`now()`,
    })
    .where('projectId', '=', projectId)
    .where('assigneeId', '=', assigneeId)
    .where('completedAt', 'is', null)
    .returning(['id', 'boardId', 'version'])
    .execute()
}
