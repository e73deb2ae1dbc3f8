import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { NotificationType } from './notification.contract.ts'
import { isVisible } from './notification.queries.ts'

export interface Unmailed {
  id: number
  type: NotificationType
  taskId: number | null
  subject: string
  body: string
  createdAt: string
}

interface Which {
  notificationId?: number | undefined
  taskId?: number | undefined
  type?: NotificationType | undefined
  mailAt?: string | undefined
}

/** Unread ones, oldest first. Those that wait for a moment are only listed for it. */
export async function listUnmailed(db: Database, userId: number, which: Which) {
  const { notificationId, taskId, type, mailAt = null } = which
  const rows = await selectUnmailed(db, userId)
    .where('mailAt', 'is not distinct from', mailAt)
    .$if(notificationId !== undefined, query => query.where('id', '=', Number(notificationId)))
    .$if(taskId !== undefined, query => query.where('taskId', '=', Number(taskId)))
    .$if(type !== undefined, query => query.where('type', '=', String(type)))
    .execute()
  return rows as Unmailed[]
}

/** What waits for any moment. */
export async function listWaiting(db: Database, userId: number) {
  return (await selectUnmailed(db, userId).where('mailAt', 'is not', null).execute()) as Unmailed[]
}

function selectUnmailed(db: Database, userId: number) {
  return db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .where('mailedAt', 'is', null)
    .where('readAt', 'is', null)
    .where(isVisible)
    .select(['id', 'type', 'taskId', 'subject', 'body', 'createdAt'])
    .orderBy('id')
}

export async function holdBack(db: Database, ids: number[], mailAt: string) {
  await db.updateTable('notifications').set({ mailAt }).where(among('id', ids)).execute()
}

export interface MailReader {
  email: string
  isEmailVerified: boolean
  passportId: number | null
  /** What the user has chosen. */
  language: string | null
}

/** The address and language for a user's emails; undefined for users who want none or are archived. */
export async function findMailReader(db: Database, userId: number) {
  const { rows } = await sql<MailReader>`
    select users.email, users.is_email_verified, users.passport_id, settings.language
    from users left join user_settings as settings on settings.user_id = users.id
    where users.id = ${userId} and users.archived_at is null and settings.mail is distinct from 'none'`.execute(
    db,
  )
  return rows[0]
}

/**
 * When an email about notifications since then can be sent: from the first summary after them, and not in quiet hours.
 * PostgreSQL moves a time that clocks skip behind the gap.
 */
export async function getMailTime(
  db: Database,
  userId: number,
  { now, since }: { now: string; since: string },
) {
  const { rows } = await sql<{ time: string }>`
    with reader as (
      select coalesce(time_zone, mail_time_zone, 'UTC') as zone, quiet_from, quiet_to, summary_at
      from user_settings where user_id = ${userId}
    ), waiting as (
      select reader.*, case when summary_at is null then ${now} else greatest(${now},
        (noticed::date + (noticed::time >= summary_at)::int + summary_at) at time zone zone) end as earliest
      from reader cross join lateral (select ${since}::timestamptz at time zone zone as noticed) as local
    ), local as (
      select waiting.*, earliest at time zone zone as clock, quiet_from > quiet_to as is_overnight from waiting
    )
    select case
      when not is_overnight and clock::time >= quiet_from and clock::time < quiet_to
        or is_overnight and clock::time < quiet_to then (clock::date + quiet_to) at time zone zone
      when is_overnight and clock::time >= quiet_from then (clock::date + 1 + quiet_to) at time zone zone
      else earliest end as time
    from local`.execute(db)
  return new Date(rows[0]?.time ?? now)
}

export async function markMailed(db: Database, ids: number[], now: string) {
  await db.updateTable('notifications').set({ mailedAt: now }).where(among('id', ids)).execute()
}
