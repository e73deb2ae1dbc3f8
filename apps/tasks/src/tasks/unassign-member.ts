import type { Emit } from '@atrium/database/transaction'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { ActivityEvent, Event } from '#events.ts'

/** When a member leaves or becomes a viewer, in the same transaction: their open tasks there become unassigned. */
export async function unassignMember(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId, before }: ActivityEvent<'member.removed' | 'member.role_changed'>,
) {
  const assigneeId = before.userId
  const tasks = await unassign(tx, projectId, assigneeId)
  for (const { id: taskId, boardId, version } of tasks) {
    await emit({
      type: 'task.assigned',
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
