import { type RawBuilder, sql } from 'kysely'
import { nameOfUser } from '#access-control/actor.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Erasure } from './erasure.contract.ts'

/** Tables whose rows belong to one user and say something about them. Tokens come before their families. */
export const personalTables = [
  'user_contacts',
  'user_educations',
  'files',
  'passwords',
  'identities',
  'scim_users',
  'offboardings',
  'passkeys',
  'two_factors',
  'recovery_codes',
  'personal_tokens',
  'known_browsers',
  'mail_tokens',
  'sign_in_failures',
  'consents',
  'application_sessions',
  'authorization_codes',
  'device_codes',
  'email_codes',
  'upstream_sign_ins',
  'access_tokens',
  'token_families',
  'user_roles',
  'group_members',
]

export async function getPersonalData(tx: Database, id: number) {
  return tx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['email', 'phone', 'archivedAt'])
    .executeTakeFirstOrThrow()
}

export async function listFileKeys(tx: Database, userId: number) {
  const files = await tx.selectFrom('files').where('userId', '=', userId).select('key').execute()
  return files.map(({ key }) => key)
}

/** Nobody can register the address. */
export async function overwriteUser(tx: Database, id: number, now: string) {
  await tx
    .updateTable('users')
    .set({
      email: `${id}@erased.invalid`,
      phone: null,
      passwordHash: null,
      surname: '',
      name: 'Former user',
      patronymic: null,
      birthDate: null,
      gender: null,
      stack: null,
      preferredContact: null,
      cityId: null,
      languageId: null,
      postId: null,
      avatarFileId: null,
      emailVerifiedAt: null,
      consentSource: null,
      consentDigest: null,
      erasedAt: now,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function deletePersonalRows(tx: Database, userId: number) {
  for (const table of personalTables)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  await tx.deleteFrom('idempotentRequests').where('actor', '=', nameOfUser(userId)).execute()
}

/** Audit entries keep what was done, when and to which id; whatever names the user is removed. */
export async function forgetInAudit(tx: Database, id: number, email: string) {
  const isAbout = sql<boolean>`(subject_type = 'user' and subject_id = ${id})`
  await sql`update audit_entries set address = null
    where address is not null and (actor_id = ${id} or actor_id is null and ${isAbout})`.execute(tx)
  await sql`update audit_entries set details = details - array['name', 'recipient']
    where details ?| array['name', 'recipient'] and (${isAbout} or (details ->> 'userId')::bigint = ${id}
      or lower(details ->> 'recipient') = lower(${email}))`.execute(tx)
}

/** Deliveries of webhooks name who did something and to whom; those that still wait are sent without the name. */
export async function forgetInDeliveries(tx: Database, id: number) {
  const former = sql`'"Former user"'::jsonb`
  await sql`update webhook_deliveries set document =
      jsonb_set(jsonb_set(document, '{actor,name}', ${former}), '{address}', 'null')
    where document #>> '{actor,id}' = ${String(id)}`.execute(tx)
  await sql`update webhook_deliveries set document =
      jsonb_set(jsonb_set(document, '{subject,name}', ${former}), '{address}', 'null')
    where document #>> '{subject,type}' = 'user' and document #>> '{subject,id}' = ${String(id)}`.execute(tx)
}

/** Whether a queued email is for the user; what was typed to reset a password counts, too. */
export function isEmailFor(
  id: number,
  { email, phone }: { email: string; phone: string | null },
): RawBuilder<boolean> {
  return sql<boolean>`((content.payload ->> 'userId')::bigint = ${id}
    or lower(trim(content.payload ->> 'username')) = lower(${email}) or content.payload ->> 'username' = ${phone})`
}

export async function insertErasure(tx: Database, userId: number, email: string) {
  await tx.insertInto('erasures').values({ userId, email }).execute()
}

export async function listUnreported(db: Database) {
  return db
    .selectFrom('erasures')
    .where('reportedAt', 'is', null)
    .select(['userId', 'email'])
    .orderBy('userId')
    .execute()
}

export async function markReported(db: Database, userId: number, heldProjectIds: number[], now: string) {
  await db
    .updateTable('erasures')
    .set({ reportedAt: now, email: null, heldProjectIds })
    .where('userId', '=', userId)
    .execute()
}

export async function getErasure(db: Database, userId: number): Promise<Erasure> {
  const erasure = await db
    .selectFrom('erasures')
    .innerJoin('users', 'users.id', 'erasures.userId')
    .where('erasures.userId', '=', userId)
    .select(['erasures.userId', 'users.erasedAt', 'erasures.reportedAt', 'erasures.heldProjectIds'])
    .executeTakeFirst()
  if (!erasure) throw new NotFound('erasure_not_found')
  return erasure as Erasure
}
