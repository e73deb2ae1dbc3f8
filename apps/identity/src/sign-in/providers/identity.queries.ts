import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** What never changes about an account elsewhere. */
export interface IdentityKey {
  provider: string
  issuer: string
  subject: string
}

export interface SeenIdentity extends IdentityKey {
  email: string | null
  groups: string[]
}

/** Sign-ins of the same account wait for each other, so that it is created once. */
export async function lockIdentity(tx: Database, { provider, issuer, subject }: IdentityKey) {
  const key = JSON.stringify([provider, issuer, subject])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

export async function findIdentity(db: Database, { provider, issuer, subject }: IdentityKey) {
  return db
    .selectFrom('identities')
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select(['id', 'userId'])
    .executeTakeFirst()
}

export async function insertIdentity(
  db: Database,
  userId: number,
  { provider, issuer, subject, email, groups }: SeenIdentity,
  now: string,
) {
  const { id } = await db
    .insertInto('identities')
    .values({ userId, provider, issuer, subject, email, groups, createdAt: now, lastUsedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateIdentity(
  db: Database,
  id: number,
  { email, groups }: Pick<SeenIdentity, 'email' | 'groups'>,
  now: string,
) {
  await db.updateTable('identities').set({ email, groups, lastUsedAt: now }).where('id', '=', id).execute()
}

export async function deleteIdentity(db: Database, userId: number, id: number) {
  return db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(['provider', 'issuer', 'subject'])
    .executeTakeFirst()
}

/** Whether the user can still sign in: with a password, a passkey, or at a provider that exists. */
export async function hasWayToSignIn(db: Database, userId: number) {
  const { rows } = await sql<{ canSignIn: boolean }>`select
    exists (select from passwords where user_id = ${userId})
    or exists (select from passkeys where user_id = ${userId})
    or exists (select from identities join sign_in_providers on slug = identities.provider
      where user_id = ${userId}) as can_sign_in`.execute(db)
  return rows[0]?.canSignIn === true
}

/** Whether an enabled directory knows the password of the user. */
export async function isInDirectory(db: Database, userId: number) {
  const found = await db
    .selectFrom('identities')
    .innerJoin('signInProviders', 'signInProviders.slug', 'identities.provider')
    .where('identities.userId', '=', userId)
    .where('signInProviders.kind', '=', 'ldap')
    .where('signInProviders.isEnabled', '=', true)
    .select('identities.id')
    .executeTakeFirst()
  return found !== undefined
}

/** The linked accounts of a user, with the names of their providers. */
export async function listLinkedAccounts(db: Database, userId: number) {
  return db
    .selectFrom('identities')
    .leftJoin('signInProviders', 'signInProviders.slug', 'identities.provider')
    .where('identities.userId', '=', userId)
    .select([
      'identities.id',
      'identities.provider',
      'signInProviders.name as providerName',
      'identities.issuer',
      'identities.subject',
      'identities.email',
      'identities.createdAt',
      'identities.lastUsedAt',
    ])
    .orderBy('identities.id')
    .execute()
}
