import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** What a directory says about the user over SCIM. */
export async function listDirectoryRecords(db: Database, userId: number) {
  return db
    .selectFrom('scimUsers')
    .where('userId', '=', userId)
    .select(['externalId', 'displayName', 'deletedAt'])
    .execute()
}

/** Devices and email codes that the user has signed in with, or could, until they are cleaned up. */
export async function listSignInRequests(db: Database, userId: number) {
  const { rows } = await sql`
    select 'device' as kind, clients.name as client, null as email, address, user_agent, device_codes.created_at, expires_at
    from device_codes join clients on clients.id = device_codes.client_id where device_codes.user_id = ${userId}
    union all
    select 'email_code', null, email, network, null, created_at, expires_at from email_codes where user_id = ${userId}
    order by created_at`.execute(db)
  return rows
}

export async function listOffboardings(db: Database, userId: number) {
  return db
    .selectFrom('offboardings')
    .where('userId', '=', userId)
    .select(['successorId', 'requestedAt', 'handedOverAt'])
    .execute()
}

/** Webhooks that the user has added; their addresses can be personal. */
export async function listOwnWebhooks(db: Database, userId: number) {
  return db
    .selectFrom('webhooks')
    .where('createdBy', '=', userId)
    .select(['id', 'url', 'createdAt'])
    .orderBy('id')
    .execute()
}
