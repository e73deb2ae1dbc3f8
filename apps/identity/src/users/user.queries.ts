import { endOf, orderOf, type Page, startOf } from '@atrium/core/paging'
import { containing, wordsOf } from '@atrium/database/conditions'
import { connectionSetting } from '@atrium/database/connections/preparing-client'
import { sharedRead } from '@atrium/database/prepared'
import { type ExpressionBuilder, sql } from 'kysely'
import { hasSecondFactor } from '#access-control/second-factor.queries.ts'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import { parsePhone } from './phone.ts'
import type { ListedUser, ProfileChanges, User, UserDetails, UserFilters } from './user.contract.ts'

export async function getUser(db: Database, id: number): Promise<UserDetails> {
  const [row] = await usersWithId(db, id)
  if (!row) throw new NotFound('user_not_found')
  return toUser(row)
}

const usersWithId = sharedRead((db: Database, id: number) => selectUsers(db).where('users.id', '=', id))

export async function isArchived(db: Database, id: number) {
  const user = await db.selectFrom('users').where('id', '=', id).select('archivedAt').executeTakeFirst()
  return user !== undefined && user.archivedAt !== null
}

interface Shown {
  /** Whether the caller can see who has a second factor. */
  withTwoFactor: boolean
}

export async function listUsers(
  db: Database,
  filters: UserFilters,
  { limit, offset }: Page,
  { withTwoFactor }: Shown,
): Promise<ListedUser[]> {
  const { field, direction } = orderOf(filters.orderBy)
  const rows = await selectUsers(db)
    .select(
      (withTwoFactor ? hasSecondFactor(sql.ref('users.id')) : sql<boolean | null>`null::boolean`).as(
        'hasTwoFactor',
      ),
    )
    .where(matching(filters))
    .orderBy(`users.${field}`, direction)
    .orderBy('users.id', direction) // in the direction of the indexes
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
  return rows.map(({ hasTwoFactor, ...row }) => ({ ...toUser(row), hasTwoFactor }))
}

export function selectMatchingUsers(db: Database, filters: MatchFilters) {
  return db.selectFrom('users').where(matching(filters))
}

type MatchFilters = Omit<UserFilters, 'page' | 'limit' | 'orderBy'>

type Users = ExpressionBuilder<DB, 'users'>

function matching(filters: MatchFilters) {
  return (users: Users) => users.and([...withText(users, filters), ...withState(users, filters)])
}

function withText({ eb }: Users, { search, email, phone }: MatchFilters) {
  return [
    ...wordsOf(search).map(word => eb('users.searchWords', 'like', lower(containing(word)))),
    ...(email ? [eb(sql`lower(users.email)`, '=', lower(email))] : []),
    ...(phone ? [eb('users.phone', '=', asStored(phone))] : []),
  ]
}

/** With the collation of the columns that it is compared with. */
function lower(text: string) {
  return sql<string>`lower(${text}::text collate natural_order)`
}

function withState({ eb, exists, selectFrom }: Users, filters: MatchFilters) {
  const { roleId, status, cityId, postId, createdFrom, createdTo, hasTwoFactor } = filters
  const roles = selectFrom('heldRoles')
    .whereRef('heldRoles.userId', '=', 'users.id')
    .select('heldRoles.roleId')
  return [
    ...(status === 'all' ? [] : [eb('users.archivedAt', status === 'active' ? 'is' : 'is not', null)]),
    ...(roleId ? [exists(roles.where('heldRoles.roleId', '=', roleId))] : []),
    ...(cityId ? [eb('users.cityId', '=', cityId)] : []),
    ...(postId ? [eb('users.postId', '=', postId)] : []),
    ...(createdFrom ? [eb('users.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('users.createdAt', '<=', endOf(createdTo))] : []),
    ...(hasTwoFactor === undefined ? [] : [eb(hasSecondFactor(sql.ref('users.id')), '=', hasTwoFactor)]),
  ]
}

/** A plus that was not URL-encoded arrives as a space. */
function asStored(phone: string) {
  return parsePhone(phone.replace(/^ /, '+')) ?? phone
}

export async function markEmailVerified(db: Database, id: number, now: string) {
  await db.updateTable('users').set({ emailVerifiedAt: now, updatedAt: now }).where('id', '=', id).execute()
}

export type NewUser = Pick<User, 'email' | 'phone' | 'surname' | 'name' | 'consentAt'> &
  Partial<
    Pick<User, 'patronymic' | 'birthDate' | 'gender' | 'stack' | 'preferredContact' | 'cityId' | 'languageId'>
  > & {
    consentSource?: string | null
    consentDigest?: string | null
    emailVerifiedAt?: string | null
  }

export async function insertUser(db: Database, user: NewUser) {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateUser(db: Database, id: number, changes: UserChanges, now: string) {
  await db
    .updateTable('users')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

type UserChanges = ProfileChanges & Partial<Pick<User, 'email' | 'phone' | 'emailVerifiedAt' | 'archivedAt'>>

function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('posts', 'posts.id', 'users.postId')
    .select([
      'users.id',
      'users.email',
      'users.phone',
      'users.surname',
      'users.name',
      'users.patronymic',
      'users.birthDate',
      'users.gender',
      'users.stack',
      'users.preferredContact',
      'users.cityId',
      'users.languageId',
      'users.postId',
      'posts.name as post',
      'users.emailVerifiedAt',
      'users.consentAt',
      'users.consentSource',
      'users.consentDigest',
      'users.createdAt',
      'users.updatedAt',
      'users.archivedAt',
      'users.erasedAt',
      sql<string | null>`${connectionSetting('atrium.identity_url')}
        || '/storage/files/' || users.avatar_file_id || '/content'`.as('avatarUrl'),
      sql<boolean>`exists (select from passwords where passwords.user_id = users.id)`.as('hasPassword'),
      sql<boolean>`exists (select from identities where identities.user_id = users.id)`.as('isFromElsewhere'),
      sql<string[]>`array(
        select roles.name from roles
        where roles.id in (select role_id from held_roles where held_roles.user_id = users.id)
        order by roles.level, roles.name)`.as('roles'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

/** Imported users without a password can set one with a reset link; people who sign in elsewhere cannot. */
function toUser({ hasPassword, isFromElsewhere, ...row }: Row): UserDetails {
  return {
    ...row,
    gender: row.gender as User['gender'],
    preferredContact: row.preferredContact as User['preferredContact'],
    isOwner: row.roles.includes('owner'),
    status: row.archivedAt ? 'archived' : 'active',
    capabilities: {
      hasPassword,
      canChangePassword: hasPassword,
      canResetPassword: !row.erasedAt && (hasPassword || !isFromElsewhere),
    },
  }
}

/** Someone who is back keeps what was not handed over yet, and leaves all of it if they leave again. */
export async function deleteOffboarding(tx: Database, userId: number) {
  await tx.deleteFrom('offboardings').where('userId', '=', userId).execute()
}
