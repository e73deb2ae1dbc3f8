import { sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { parsePhone } from './phone.ts'

/** Finds a user by email address or phone number; surrounding spaces are ignored. */
export async function findCredentials(db: Database, typed: string) {
  const username = typed.trim()
  if (username.includes('@')) return (await credentialsOfEmail(db, username))[0]
  const phone = parsePhone(username)
  return phone ? (await credentialsOfPhone(db, phone))[0] : undefined
}

const credentialsOfEmail = sharedRead((db: Database, email: string) =>
  selectCredentials(db).where(sql`lower(email)`, '=', sql`lower(${email}::text collate natural_order)`),
)

const credentialsOfPhone = sharedRead((db: Database, phone: string) =>
  selectCredentials(db).where('phone', '=', phone),
)

export async function findCredentialsOf(db: Database, userId: number) {
  return selectCredentials(db).where('id', '=', userId).executeTakeFirst()
}

export async function getCredentials(db: Database, userId: number) {
  return selectCredentials(db).where('id', '=', userId).executeTakeFirstOrThrow()
}

function selectCredentials(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.userId', 'users.id')
    .leftJoin('twoFactors', 'twoFactors.userId', 'users.id')
    .select([
      'id',
      'hash as passwordHash',
      'archivedAt',
      'securityStamp',
      'emailVerifiedAt',
      'confirmedAt as twoFactorSince',
    ])
}

/** Undefined for people who sign in elsewhere. */
export async function findPasswordHash(db: Database, userId: number) {
  const password = await db
    .selectFrom('passwords')
    .where('userId', '=', userId)
    .select('hash')
    .executeTakeFirst()
  return password?.hash
}

/** Writes `users.password_hash` too, which the previous release reads. */
export async function setPasswordHash(db: Database, userId: number, hash: string, now: string) {
  await sql`
    with stored as (
      insert into passwords (user_id, hash, changed_at) values (${userId}, ${hash}, ${now})
      on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at
      returning user_id, hash
    )
    update users set password_hash = stored.hash, security_stamp = security_stamp + 1 from stored where users.id = stored.user_id`.execute(
    db,
  )
}

/** Replaces the hash of an unchanged password; returns false if the password has changed in the meantime. */
export async function renewPasswordHash(
  db: Database,
  userId: number,
  { before, after }: { before: string; after: string },
) {
  const { numAffectedRows } = await sql`
    with renewed as (
      update passwords set hash = ${after} where user_id = ${userId} and hash = ${before} returning user_id, hash
    )
    update users set password_hash = renewed.hash from renewed where users.id = renewed.user_id`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Accounts of the user elsewhere. */
export async function listIdentities(db: Database, userId: number) {
  return db
    .selectFrom('identities')
    .where('userId', '=', userId)
    .select(['id', 'provider', 'issuer', 'subject', 'email', 'groups', 'createdAt', 'lastUsedAt'])
    .orderBy('id')
    .execute()
}

export const passkeyFields = ['id', 'name', 'createdAt', 'lastUsedAt', 'backedUp as isBackedUp'] as const

export async function listPersonalTokens(db: Database, userId: number) {
  return db
    .selectFrom('personalTokens')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select(['id', 'name', 'scope', 'projectIds', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .orderBy('id')
    .execute()
}

export async function listPasskeys(db: Database, userId: number) {
  return db.selectFrom('passkeys').where('userId', '=', userId).select(passkeyFields).orderBy('id').execute()
}

/** What the user has allowed applications to do. */
export async function listConsents(db: Database, userId: number) {
  return db
    .selectFrom('consents')
    .innerJoin('clients', 'clients.id', 'consents.clientId')
    .where('consents.userId', '=', userId)
    .select([
      'clients.clientId',
      'clients.name',
      'consents.scope',
      'consents.grantedAt',
      'consents.lastUsedAt',
    ])
    .orderBy('consents.clientId')
    .execute()
}
