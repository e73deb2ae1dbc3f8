import { sql } from 'kysely'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import type { TaskWatch } from './watch.contract.ts'

/** The members among those who watch the task or take part in it, without those who muted it. */
export async function getTaskWatch(db: Database, userId: number, taskId: number): Promise<TaskWatch> {
  const { rows } = await sql<{ user: UserSummary }>`
    with involved as (
      select unnest(array[assignee_id, creator_id]) as user_id from tasks where id = ${taskId}
      union select author_id from comments where task_id = ${taskId}
      union select user_id from task_watchers where task_id = ${taskId} and is_watching
    )
    select ${userSummary} as user
    from involved
    join tasks on tasks.id = ${taskId}
    join project_members on project_members.project_id = tasks.project_id
      and project_members.user_id = involved.user_id
    join users on users.id = involved.user_id and users.archived_at is null
    where not exists (
      select from task_watchers as own
      where own.task_id = ${taskId} and own.user_id = involved.user_id and not own.is_watching)
    order by users.surname, users.name, users.id`.execute(db)
  const watchers = rows.map(({ user }) => user)
  return { isWatching: watchers.some(({ id }) => id === userId), watchers }
}

/** Returns whether anything has changed. */
export async function setWatching(
  tx: Database,
  { taskId, userId, isWatching }: { taskId: number; userId: number; isWatching: boolean },
  now: string,
) {
  const { numAffectedRows = 0n } = await sql`
    insert into task_watchers (task_id, user_id, is_watching, updated_at)
    values (${taskId}, ${userId}, ${isWatching}, ${now})
    on conflict (task_id, user_id) do update set is_watching = excluded.is_watching, updated_at = excluded.updated_at
    where task_watchers.is_watching <> excluded.is_watching`.execute(tx)
  return numAffectedRows > 0n
}
