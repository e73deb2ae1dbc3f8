import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Profile } from './profile.ts'

/** One at a time for each person: two first sign-ins at once must not both find nobody. */
export async function lockProfile(tx: Database, { passportId }: Profile) {
  await sql`select pg_advisory_xact_lock(hashtext('synchronise user'), ${passportId % 2 ** 31}::int)`.execute(
    tx,
  )
}

export async function findByPassport(tx: Database, { passportId }: Profile) {
  return tx.selectFrom('users').select('id').where('passportId', '=', passportId).executeTakeFirst()
}

export async function findByEmail(tx: Database, { email }: Profile) {
  return tx
    .selectFrom('users')
    .select(['id', 'passportId'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

export async function insertProfile(tx: Database, profile: Profile) {
  const { id } = await tx.insertInto('users').values(profile).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Answers whether anything was different. */
export async function updateProfile(tx: Database, id: number, profile: Profile, now: string) {
  const before = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const fields = Object.keys(profile) as (keyof Profile)[]
  const hasChanged = before.archivedAt !== null || fields.some(field => before[field] !== profile[field])
  const changes = hasChanged ? { ...profile, archivedAt: null, updatedAt: now } : {}
  await tx
    .updateTable('users')
    .set({ ...changes, synchronisedAt: now })
    .where('id', '=', id)
    .execute()
  return hasChanged
}

/** Archived there, without access here; answers whether it was news. */
export async function archiveByPassport(db: Database, passportId: number, now: string) {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ archivedAt: now, updatedAt: now })
    .where('passportId', '=', passportId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * If somebody else has the new address here, as when two people swap theirs, the record gets one that leads nowhere and
 * is synchronised again as soon as its user comes.
 */
export async function replaceEmail(
  tx: Database,
  passportId: number,
  { email, newEmail }: { email: string; newEmail: string },
) {
  const isFree = sql`not exists (select from users as others where lower(others.email) = lower(${newEmail}))`
  await sql`update users set
      email = case when ${isFree} then ${newEmail} else ${`${passportId}@address-changed.invalid`} end,
      is_email_verified = false,
      synchronised_at = case when ${isFree} then synchronised_at else 'epoch' end
    where passport_id = ${passportId} and lower(email) = lower(${email})`.execute(tx)
}

export async function touchSignIn(tx: Database, id: number, now: string) {
  await tx.updateTable('users').set({ lastSignInAt: now }).where('id', '=', id).execute()
}

/** Of a user whose record still says that they are an owner. */
export async function removeOwnersRole(tx: Database, userId: number, roleName: string) {
  await tx
    .deleteFrom('userRoles')
    .using('users')
    .using('roles')
    .whereRef('users.id', '=', 'userRoles.userId')
    .whereRef('roles.id', '=', 'userRoles.roleId')
    .where('users.id', '=', userId)
    .where('users.isOwner', '=', true)
    .where('roles.name', '=', roleName)
    .execute()
}

export async function ensureRole(tx: Database, userId: number, roleName: string) {
  await tx
    .insertInto('userRoles')
    .columns(['userId', 'roleId'])
    .expression(({ selectFrom }) =>
      selectFrom('roles')
        .where('name', '=', roleName)
        .select([sql<number>`${userId}::bigint`.as('userId'), 'id']),
    )
    .onConflict(conflict => conflict.columns(['userId', 'roleId']).doNothing())
    .execute()
}
