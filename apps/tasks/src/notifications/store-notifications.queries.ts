import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { NotificationType } from './notification.schema.ts'
import type { Preferences } from './preferences.schema.ts'

const once: NotificationType[] = ['task.due_soon', 'task.overdue']

/**
 * Until the commit nobody else writes notifications of these users: a stream that has come to an id has seen all
 * below it. In the order of their ids, so that two who hold several do not wait for each other.
 */
export async function holdReaders(tx: Database, userIds: number[]) {
  const ordered = [...new Set(userIds)].sort((one, other) => one - other)
  await sql`select pg_advisory_xact_lock(hashtext('notifications'), (id % 2147483648)::int)
    from unnest(${ordered}::bigint[]) as id`.execute(tx)
}

export interface NewNotification {
  userId: number
  type: NotificationType
  projectId: number
  boardId: number | null
  taskId: number | null
  actorId: number | null
  subject: string
  body: string
  context: object
  mail: Preferences['mail']
}

export interface StoredNotification {
  id: number
  userId: number
  mail: Preferences['mail']
}

/**
 * One for each task, person and type within five minutes; of a due date one at all. What will not be mailed counts as
 * mailed, so that it does not come later with something else.
 */
export async function insertNotifications(tx: Database, notifications: NewNotification[]) {
  const { rows } = await sql<StoredNotification>`
    with told as materialized (
      select nextval(pg_get_serial_sequence('notifications', 'id')) as id, told.*
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as told ("userId" bigint, type text,
        "projectId" bigint, "boardId" bigint, "taskId" bigint, "actorId" bigint, subject text, body text,
        context jsonb, mail text)
      where (
        select earlier.id from notifications as earlier
        where earlier.task_id = told."taskId" and earlier.user_id = told."userId" and earlier.type = told.type
          and case when told.type = any(${once}::text[]) then earlier.context -> 'dueDate' = told.context -> 'dueDate'
            else earlier.created_at > now() - interval '5 minutes' end
        limit 1 -- looks each of them up; "not exists" would go through the whole table
      ) is null
    ), stored as (
      insert into notifications (id, user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
        mailed_at)
      select id, "userId", type, "projectId", "boardId", "taskId", "actorId", subject, body,
        context || jsonb_build_object('notificationId', id), case when mail = 'none' then now() end
      from told
    )
    select id, "userId", mail from told`.execute(tx)
  return rows
}
