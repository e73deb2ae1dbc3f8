import { EntityNotFound } from '@atrium/http/errors'
import { orderOf, type Page } from '@atrium/http/pagination'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { CurrentUser, User, UserFilters } from './user.schema.ts'
import { matchingUsers, visibleTo } from './user-filters.ts'

const roles = sql<string[]>`array(
  select roles.name from user_roles join roles on roles.id = user_roles.role_id
  where user_roles.user_id = users.id order by user_roles.id)`

const permissions = sql<string[]>`array(
  select distinct permissions.name from user_roles
  join role_permissions on role_permissions.role_id = user_roles.role_id
  join permissions on permissions.id = role_permissions.permission_id
  where user_roles.user_id = users.id order by permissions.name)`

/** Who acts with a token of the identity service, in one statement. */
export async function findActingUser(db: Database, passportId: number) {
  return db
    .selectFrom('users')
    .where('passportId', '=', passportId)
    .select(['id', 'synchronisedAt', 'archivedAt', roles.as('roles'), permissions.as('permissions')])
    .executeTakeFirst()
}

export async function getCurrentUser(db: Database, id: number): Promise<CurrentUser> {
  const user = await selectUsers(db)
    .where('users.id', '=', id)
    .select(permissions.as('permissions'))
    .executeTakeFirst()
  if (!user) throw new EntityNotFound('User')
  return user
}

export async function getUser(db: Database, id: number): Promise<User> {
  const user = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!user) throw new EntityNotFound('User')
  return user
}

/** Those whom `viewerId` shares a project with, and themself; everybody when it is null. */
export async function listUsers(
  db: Database,
  viewerId: number | null,
  filters: UserFilters,
  { limit, offset }: Page,
) {
  const { field, direction } = orderOf(filters.orderBy)
  return selectUsers(db)
    .where(matchingUsers(filters, viewerId))
    .orderBy(`users.${field}`, direction)
    .orderBy('users.id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
}

export async function countUsers(db: Database, viewerId: number | null, filters: UserFilters) {
  const { total } = await db
    .selectFrom('users')
    .where(matchingUsers(filters, viewerId))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function shareProject(db: Database, oneId: number, otherId: number) {
  const shared = await db
    .selectFrom('users')
    .where('users.id', '=', otherId)
    .where(visibleTo(oneId))
    .select('users.id')
    .executeTakeFirst()
  return shared !== undefined
}

function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.passportId',
      'users.email',
      'users.surname',
      'users.name',
      'users.patronymic',
      'users.post',
      'users.isOwner',
      'users.avatarUrl',
      'users.createdAt',
      'users.updatedAt',
      'users.lastSignInAt',
      roles.as('roles'),
    ])
}
