import { EntityNotFound } from '@atrium/http/errors'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { CurrentUser, User } from './user.schema.ts'

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
    .select(['id', 'synchronisedAt', 'archivedAt', permissions.as('permissions')])
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
