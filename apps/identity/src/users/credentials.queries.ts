import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { parsePhone } from './phone.ts'

/** By email address or phone number; surrounding spaces are ignored. */
export async function findCredentials(db: Database, typed: string) {
  const username = typed.trim()
  if (username.includes('@')) return (await credentialsOfEmail(db, username))[0]
  const phone = parsePhone(username)
  return phone ? (await credentialsOfPhone(db, phone))[0] : undefined
}

const credentialsOfEmail = prepared((db: Database, email: string) =>
  selectCredentials(db).where(sql`lower(email)`, '=', sql`lower(${email}::text collate natural_order)`),
)

const credentialsOfPhone = prepared((db: Database, phone: string) =>
  selectCredentials(db).where('phone', '=', phone),
)

export async function findCredentialsOf(db: Database, userId: number) {
  return selectCredentials(db).where('id', '=', userId).executeTakeFirst()
}

function selectCredentials(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('twoFactors', 'twoFactors.userId', 'users.id')
    .select(['id', 'passwordHash', 'archivedAt', 'emailVerifiedAt', 'confirmedAt as twoFactorSince'])
}

export async function getPasswordHash(db: Database, userId: number) {
  const { passwordHash } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  return passwordHash
}

export async function updatePasswordHash(db: Database, userId: number, passwordHash: string) {
  await db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
}

/** Replaces the hash of an unchanged password; returns false if the password has changed in the meantime. */
export async function renewPasswordHash(
  db: Database,
  userId: number,
  { before, after }: { before: string; after: string },
) {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: after })
    .where('id', '=', userId)
    .where('passwordHash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
