import { among } from '@atrium/database/conditions'
import type { Emit } from '@atrium/database/transaction'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { ActivityEvent, Event } from '#events.ts'
import { isAssignedTo } from '#projects/assigned-people.queries.ts'
import { recordedAssignees } from './assigned-people.ts'

/** When a member leaves or becomes a viewer, in the same transaction: they are removed from their open tasks. */
export async function unassignMember(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId, before }: ActivityEvent<'member.removed' | 'member.role_changed'>,
) {
  const changes = await replaceAssignee(tx, { projectId, from: before.userId, to: null })
  for (const change of changes) await emit({ ...change, actorId })
}

interface Replacement {
  projectId: number
  from: number
  /** Takes the place of the other one, who is only removed without them. */
  to: number | null
  /** Whether tasks in the trash are left out. */
  isInUse?: boolean
}

/** The next person becomes responsible when the first one is removed. Returns the events, one for each task that has changed. */
export async function replaceAssignee(tx: Database, { projectId, from, to, isInUse = false }: Replacement) {
  const tasks = await lockOpenTasks(tx, { projectId, userId: from, isInUse })
  if (tasks.length === 0) return []
  const [leaving, replacing] = [sql`${from}::bigint`, sql`${to}::bigint`]
  const others = sql`array_remove(other_assignee_ids, ${replacing})`
  const changed = await tx
    .updateTable('tasks')
    .set({
      assigneeId: sql`case when assignee_id <> ${leaving} then assignee_id
        else coalesce(${replacing}, other_assignee_ids[1]) end`,
      otherAssigneeIds: sql`case
        when assignee_id = ${leaving} then case when ${replacing} is null then other_assignee_ids[2:] else ${others} end
        when ${replacing} is null or assignee_id = ${replacing} or ${replacing} = any(other_assignee_ids)
          then array_remove(other_assignee_ids, ${leaving})
        else array_replace(other_assignee_ids, ${leaving}, ${replacing}) end`,
      version: sql`version + 1`,
      fieldVersions: sql`field_versions || jsonb_build_object('assigneeIds', version + 1)
        || case when assignee_id = ${leaving} then jsonb_build_object('assigneeId', version + 1) else '{}' end`,
      updatedAt: sql`now()`,
    })
    .where('projectId', '=', projectId)
    .where(
      among(
        'id',
        tasks.map(({ id }) => id),
      ),
    )
    .returning(['id', 'boardId', 'version', 'assigneeId', 'otherAssigneeIds'])
    .execute()
  const peopleBefore = new Map(tasks.map(task => [task.id, recordedAssignees(task)]))
  return changed.map(task => ({
    type: 'task.assigned' as const,
    projectId,
    boardId: task.boardId,
    taskId: task.id,
    taskVersion: task.version,
    isNotifiedOnce: true,
    before: peopleBefore.get(task.id) as ReturnType<typeof recordedAssignees>,
    after: recordedAssignees(task),
  }))
}

function lockOpenTasks(
  tx: Database,
  { projectId, userId, isInUse }: { projectId: number; userId: number; isInUse: boolean },
) {
  const tasks = tx
    .selectFrom('tasks')
    .where('projectId', '=', projectId)
    .where(isAssignedTo([userId]))
    .where('completedAt', 'is', null)
    .select(['id', 'assigneeId', 'otherAssigneeIds'])
    .orderBy('id')
    .forNoKeyUpdate()
  return (isInUse ? tasks.where('deletedAt', 'is', null) : tasks).execute()
}
