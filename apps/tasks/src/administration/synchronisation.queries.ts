import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** A user as the identity service describes them. */
export interface Profile {
  passportId: number
  email: string
  isEmailVerified: boolean
  surname: string
  name: string
  patronymic: string | null
  post: string | null
  isOwner: boolean
  avatarUrl: string | null
}

/** One at a time for each user: of two first sign-ins at the same time, one must find the user of the other. */
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

/** Someone whose only open invitations are those of a guest becomes one. */
export async function insertProfile(tx: Database, profile: Profile, now: string) {
  const invited = sql<boolean>`(select coalesce(bool_and(is_guest), false) from invitations
    where lower(email) = lower(${profile.email}) and status = 'pending' and expires_at > ${now})`
  const isGuest = profile.isOwner ? false : invited
  const { id } = await tx
    .insertInto('users')
    .values({ ...profile, isGuest })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Owners are never guests: they administer the installation. Returns whether anything has changed. */
export async function updateProfile(tx: Database, id: number, profile: Profile, now: string) {
  const before = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const fields = Object.keys(profile) as (keyof Profile)[]
  const isGuest = before.isGuest && !profile.isOwner
  const hasChanged =
    before.archivedAt !== null ||
    before.isGuest !== isGuest ||
    fields.some(field => before[field] !== profile[field])
  const changes = hasChanged ? { ...profile, isGuest, archivedAt: null, updatedAt: now } : {}
  await tx
    .updateTable('users')
    .set({ ...changes, synchronisedAt: now })
    .where('id', '=', id)
    .execute()
  return hasChanged
}

/** Archived there, without access here. Returns whether anything has changed. */
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
 * If another record has the new address, as when two users swap theirs, this one gets an invalid address and is
 * synchronised again at the next request of its user.
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

/**
 * Its address is not one: nothing is ever sent there. The insertion names no constraint: of two first requests at the same
 * time, either could meet that of the address first.
 */
export async function upsertRobot(
  tx: Database,
  { clientId, name }: { clientId: string; name: string },
  now: string,
) {
  const email = `${clientId}@robots.invalid`
  await tx
    .insertInto('users')
    .values({ clientId, name, surname: '', email, lastSignInAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { id } = await tx
    .updateTable('users')
    .set({ name, updatedAt: now })
    .where('clientId', '=', clientId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasNeverSignedIn(tx: Database, id: number) {
  const user = await tx.selectFrom('users').where('id', '=', id).select('lastSignInAt').executeTakeFirst()
  return user?.lastSignInAt === null
}

export async function updateLastSignIn(tx: Database, id: number, now: string) {
  await tx.updateTable('users').set({ lastSignInAt: now }).where('id', '=', id).execute()
}

/** Only if the local record still says that the user is an owner. */
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

/** Returns whether the user had to get the role. */
export async function ensureRole(tx: Database, userId: number, roleName: string) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('userRoles')
    .columns(['userId', 'roleId'])
    .expression(({ selectFrom }) =>
      selectFrom('roles')
        .where('name', '=', roleName)
        .select([sql<number>`${userId}::bigint`.as('userId'), 'id']),
    )
    .onConflict(conflict => conflict.columns(['userId', 'roleId']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
