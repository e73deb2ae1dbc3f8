import { countRows } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { NotificationType } from '../notification.contract.ts'
import { isVisible } from '../notification.queries.ts'

export interface StoredKeys {
  publicKey: string
  sealedKey: string
}

export function findPushKeys(db: Database): Promise<StoredKeys | undefined> {
  return db.selectFrom('pushKeys').select(['publicKey', 'sealedKey']).executeTakeFirst()
}

/** One instance at a time creates keys. */
export async function lockPushKeys(tx: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('push keys'))`.execute(tx)
}

/** Subscriptions belong to the key that they were created with. */
export async function replacePushKeys(tx: Database, keys: StoredKeys & { createdAt: string }) {
  await tx.deleteFrom('pushSubscriptions').execute()
  await tx.deleteFrom('pushKeys').execute()
  await tx.insertInto('pushKeys').values(keys).execute()
}

export interface Subscription {
  id: number
  endpoint: string
  p256dh: string
  auth: string
}

export function listSubscriptions(db: Database, userId: number): Promise<Subscription[]> {
  return db
    .selectFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .orderBy('id')
    .execute()
}

export function countSubscriptions(tx: Database, userId: number) {
  return countRows(tx.selectFrom('pushSubscriptions').where('userId', '=', userId))
}

interface NewSubscription extends Omit<Subscription, 'id'> {
  userId: number
  device: string
  createdAt: string
}

/** A browser has one subscription, for the user who signed in last. */
export async function insertSubscription(tx: Database, { endpoint, device, ...fields }: NewSubscription) {
  await tx
    .deleteFrom('pushSubscriptions')
    .where(({ eb, or }) => or([eb('endpoint', '=', endpoint), eb('device', '=', device)]))
    .execute()
  return tx
    .insertInto('pushSubscriptions')
    .values({ endpoint, device, ...fields })
    .returning(['id', 'endpoint', 'createdAt'])
    .executeTakeFirstOrThrow()
}

export async function deleteSubscriptions(db: Database, userId: number, endpoint?: string) {
  await db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .$if(endpoint !== undefined, query => query.where('endpoint', '=', String(endpoint)))
    .execute()
}

export async function deleteSubscription(db: Database, id: number) {
  await db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
}

export async function deleteSubscriptionOfDevice(tx: Database, device: string) {
  await tx.deleteFrom('pushSubscriptions').where('device', '=', device).execute()
}

export interface PushedNotification {
  id: number
  type: NotificationType
  taskId: number | null
  subject: string
  body: string
}

/** Unread ones that their reader may still see, oldest first: one, or those since a moment. */
export async function listToPush(db: Database, userId: number, which: { id: number } | { since: string }) {
  const rows = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .where('id' in which ? sql<boolean>`id = ${which.id}` : sql<boolean>`created_at >= ${which.since}`)
    .where('readAt', 'is', null)
    .where(isVisible)
    .select(['id', 'type', 'taskId', 'subject', 'body'])
    .orderBy('id')
    .execute()
  return rows as PushedNotification[]
}

/** Which language to write in, and when quiet hours end that it is in now; now, if it is in none. */
export async function findPushReader(db: Database, userId: number, now: string) {
  const { rows } = await sql<{ language: string | null; quietUntil: string }>`
    with reader as (
      select language, quiet_from, quiet_to, quiet_from > quiet_to as is_overnight,
        coalesce(time_zone, mail_time_zone, 'UTC') as zone,
        ${now}::timestamptz at time zone coalesce(time_zone, mail_time_zone, 'UTC') as clock
      from user_settings where user_id = ${userId}
    )
    select language, case
      when not is_overnight and clock::time >= quiet_from and clock::time < quiet_to
        or is_overnight and clock::time < quiet_to then (clock::date + quiet_to) at time zone zone
      when is_overnight and clock::time >= quiet_from then (clock::date + 1 + quiet_to) at time zone zone
      else ${now}::timestamptz end as quiet_until
    from reader`.execute(db)
  return rows[0] ?? { language: null, quietUntil: now }
}
