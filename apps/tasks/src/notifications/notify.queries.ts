import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { NotificationContext, NotificationType, Preferences } from './notification.contract.ts'

const WINDOW_MS = 5 * 60_000
const reminders: NotificationType[] = ['task.due_soon', 'task.overdue']

/** Sent once per due date. */
export function isReminder(type: NotificationType) {
  return reminders.includes(type)
}

/**
 * Notifications of a user are written by one transaction at a time, so a stream that has reached an id has seen all lower
 * ones. Locks are taken in the order of user ids to avoid deadlocks.
 */
export async function lockReaders(tx: Database, userIds: number[]) {
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
  /** The id is added when the row is inserted. */
  context: Omit<NotificationContext, 'notificationId'>
  mail: Preferences['mail']
}

/** The part of an earlier notification that its replacement needs. */
export type EarlierContext = Pick<NotificationContext, 'actor' | 'actors' | 'replaces'>

interface Key extends Pick<NewNotification, 'userId' | 'taskId' | 'type'> {
  dueDate: string | null
}

/** What a notification replaces has the same. */
export function keyOf({ userId, taskId, type, dueDate }: Key) {
  return [userId, taskId, type, ...(isReminder(type) ? [dueDate] : [])].join(' ')
}

/**
 * Recent notifications of the same types about the same tasks, by their key; reminders, which are not stored together
 * with others, of any age. Of every user: who is notified now was notified then, too.
 */
export async function listEarlier(tx: Database, keys: Key[], now: Date) {
  const taskIds = [...new Set(keys.flatMap(({ taskId }) => taskId ?? []))]
  const types = [...new Set(keys.map(({ type }) => type))]
  const since = types.some(isReminder) ? '-infinity' : new Date(now.getTime() - WINDOW_MS).toISOString()
  const { rows } = await sql<Key & { id: number } & EarlierContext>`
    select id, user_id, task_id, type, context -> 'actor' as actor, context -> 'actors' as actors,
      context ->> 'dueDate' as due_date
    from notifications
    where task_id = any(${taskIds}::bigint[]) and type = any(${types}::text[])
      and created_at > ${since}
    order by created_at`.execute(tx)
  return new Map(
    rows.map(({ id, actor, actors, ...key }) => {
      const context: EarlierContext = { actor, ...(actors && { actors }), replaces: [id] }
      return [keyOf(key), context]
    }),
  )
}

export interface StoredNotification extends Pick<NewNotification, 'userId' | 'taskId' | 'type' | 'mail'> {
  id: number
  isReplacement: boolean
  /** Whether any browser of the user gets push notifications. */
  hasPush: boolean
}

/**
 * Notifications that need no email are marked as mailed, so that no digest includes them later. One that replaces another
 * takes its row, which is cheaper than a new one.
 */
export async function insertNotifications(tx: Database, notifications: NewNotification[], now: Date) {
  if (notifications.length === 0) return []
  const at = now.toISOString()
  const { rows } = await sql<StoredNotification>`
    with notification as materialized (
      select nextval((select pg_get_serial_sequence('notifications', 'id')::regclass)) as id, given.*
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as given ("userId" bigint, type text,
        "projectId" bigint, "boardId" bigint, "taskId" bigint, "actorId" bigint, subject text, body text,
        context jsonb, mail text)
    ), stored as (
      select id, "userId", type, "projectId", "boardId", "taskId", "actorId", subject, body,
        context || jsonb_build_object('notificationId', id) as context, (context -> 'replaces' ->> 0)::bigint as replaces,
        case when mail = 'none' then ${at}::timestamptz end as mailed_at
      from notification
    ), replaced as (
      update notifications
      set (id, project_id, board_id, actor_id, subject, body, context, created_at, read_at, mailed_at) = (stored.id,
        "projectId", "boardId", "actorId", stored.subject, stored.body, stored.context, ${at}, null, stored.mailed_at)
      from stored where notifications.id = stored.replaces
      returning notifications.id
    ), inserted as (
      insert into notifications (id, user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
        created_at, mailed_at)
      select id, "userId", type, "projectId", "boardId", "taskId", "actorId", subject, body, context, ${at}, mailed_at
      from stored where id not in (select id from replaced)
    )
    select id, "userId", "taskId", type, mail, context ? 'replaces' as "isReplacement",
      exists (select from push_subscriptions where user_id = notification."userId") as "hasPush" from notification`.execute(
    tx,
  )
  return rows
}
