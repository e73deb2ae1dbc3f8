import { sql } from 'kysely'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import type { TaskKey } from '../task.queries.ts'
import type { TaskWatch } from './watch.contract.ts'

/** The members among those who watch the task or take part in it, without those who muted it. */
export async function getTaskWatch(
  db: Database,
  userId: number,
  { id: taskId, projectId }: TaskKey,
): Promise<TaskWatch> {
  const { rows } = await sql<{ user: UserSummary }>`
    with involved as (
      select unnest(array[assignee_id, creator_id] || other_assignee_ids) as user_id from tasks
      where project_id = ${projectId} and id = ${taskId}
      union select author_id from comments where project_id = ${projectId} and task_id = ${taskId}
      union select user_id from task_watchers where project_id = ${projectId} and task_id = ${taskId} and is_watching
    )
    select ${userSummary} as user
    from involved
    join project_members on project_members.project_id = ${projectId} and project_members.user_id = involved.user_id
    join users on users.id = involved.user_id and users.archived_at is null
    where not exists (
      select from task_watchers as own
      where own.project_id = ${projectId} and own.task_id = ${taskId} and own.user_id = involved.user_id and not own.is_watching)
    order by users.surname, users.name, users.id`.execute(db)
  const watchers = rows.map(({ user }) => user)
  return { isWatching: watchers.some(({ id }) => id === userId), watchers }
}

interface Watch {
  taskId: number
  projectId: number
  userId: number
  isWatching: boolean
}

/** Returns whether anything has changed. */
export async function setWatching(
  tx: Database,
  { taskId, projectId, userId, isWatching }: Watch,
  now: string,
) {
  const { numAffectedRows = 0n } = await sql`
    insert into task_watchers (task_id, project_id, user_id, is_watching, updated_at)
    values (${taskId}, ${projectId}, ${userId}, ${isWatching}, ${now})
    on conflict (task_id, user_id) do update set is_watching = excluded.is_watching, updated_at = excluded.updated_at
    where task_watchers.is_watching <> excluded.is_watching`.execute(tx)
  return numAffectedRows > 0n
}
