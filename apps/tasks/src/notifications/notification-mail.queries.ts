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
}

interface Which {
  notificationId?: number | undefined
  taskId?: number | undefined
  type?: NotificationType | undefined
}

/** Unread ones, oldest first. */
export async function listUnmailed(db: Database, userId: number, { notificationId, taskId, type }: Which) {
  const rows = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .where('mailedAt', 'is', null)
    .where('readAt', 'is', null)
    .where(isVisible)
    .$if(notificationId !== undefined, query => query.where('id', '=', Number(notificationId)))
    .$if(taskId !== undefined, query => query.where('taskId', '=', Number(taskId)))
    .$if(type !== undefined, query => query.where('type', '=', String(type)))
    .select(['id', 'type', 'taskId', 'subject', 'body'])
    .orderBy('id')
    .execute()
  return rows as Unmailed[]
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

export async function markMailed(db: Database, ids: number[], now: string) {
  await db.updateTable('notifications').set({ mailedAt: now }).where(among('id', ids)).execute()
}
