import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { NotificationType } from './notification.contract.ts'
import type { Preferences } from './preferences.contract.ts'

const WINDOW_MS = 5 * 60_000
const reminders: NotificationType[] = ['task.due_soon', 'task.overdue']

/** Of one due date there is one at all. */
export function isReminder(type: NotificationType) {
  return reminders.includes(type)
}

/**
 * Until the commit nobody else writes notifications of these users: a stream that has come to an id has seen all
 * below it. In the order of their ids, so that two who hold several do not wait for each other.
 */
export async function holdReaders(tx: Database, userIds: number[]) {
  const ordered = [...new Set(userIds)].sort((one, other) => one - other)
  await sql`select pg_advisory_xact_lock(hashtext('notifications'), (id % 2147483648)::int)
    from unnest(${ordered}::bigint[]) as id`.execute(tx)
}

export interface Actor {
  id: number
  name: string | null
}

/** Who did it; several people, when one notification stands for what each of them did. */
export interface Context {
  actor: Actor | null
  actors?: Actor[]
  /** Earlier notifications that this one replaces. */
  replaces?: number[]
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
  context: Context
  mail: Preferences['mail']
}

interface Key extends Pick<NewNotification, 'userId' | 'taskId' | 'type'> {
  dueDate: string | null
}

/** By the place of the key: what the reader already has of this kind, if it is recent. */
export async function listEarlier(tx: Database, keys: Key[], now: Date) {
  const recent = new Date(now.getTime() - WINDOW_MS).toISOString()
  const { rows } = await sql<{ at: number; id: number; context: Context }>`
    select key.at - 1 as at, earlier.id, earlier.context
    from unnest(${keys.map(({ userId }) => userId)}::bigint[], ${keys.map(({ taskId }) => taskId)}::bigint[],
      ${keys.map(({ type }) => type)}::text[], ${keys.map(({ dueDate }) => dueDate)}::text[])
      with ordinality as key (user_id, task_id, type, due_date, at)
    cross join lateral (
      select id, context from notifications
      where task_id = key.task_id and user_id = key.user_id and type = key.type
        and case when key.type = any(${reminders}::text[]) then context ->> 'dueDate' = key.due_date
          else created_at > ${recent} end
      order by created_at desc limit 1
    ) as earlier`.execute(tx)
  return new Map(rows.map(({ at, id, context }) => [at, { ...context, replaces: [id] }]))
}

export interface StoredNotification extends Pick<NewNotification, 'userId' | 'taskId' | 'type' | 'mail'> {
  id: number
  isReplacement: boolean
}

/** What will not be mailed counts as mailed, so that it does not come later with something else. */
export async function insertNotifications(tx: Database, notifications: NewNotification[], now: Date) {
  if (notifications.length === 0) return []
  const { rows } = await sql<StoredNotification>`
    with told as materialized (
      select nextval(pg_get_serial_sequence('notifications', 'id')) as id, told.*
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as told ("userId" bigint, type text,
        "projectId" bigint, "boardId" bigint, "taskId" bigint, "actorId" bigint, subject text, body text,
        context jsonb, mail text)
    ), replaced as (
      delete from notifications where id = any(${notifications.flatMap(({ context }) => context.replaces ?? [])}::bigint[])
    ), stored as (
      insert into notifications (id, user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
        created_at, mailed_at)
      select id, "userId", type, "projectId", "boardId", "taskId", "actorId", subject, body,
        context || jsonb_build_object('notificationId', id), ${now.toISOString()}::timestamptz,
        case when mail = 'none' then now() end
      from told
    )
    select id, "userId", "taskId", type, mail, context ? 'replaces' as "isReplacement" from told`.execute(tx)
  return rows
}
