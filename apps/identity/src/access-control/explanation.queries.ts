import { EntityNotFound } from '@atrium/core/errors'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

export async function getRightsHolder(db: Database, id: number) {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'archivedAt'])
    .executeTakeFirst()
  if (!user) throw new EntityNotFound('User')
  return user
}

/** Every role of the user, with those of these permissions that it gives. */
export async function listGrants(db: Database, userId: number, permissions: string[]) {
  return db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .where('userRoles.userId', '=', userId)
    .select([
      'roles.name as role',
      'roles.level',
      sql<string[]>`array(
        select permissions.name from role_permissions join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id = roles.id and permissions.name = any(${permissions}::text[])
        order by permissions.name)`.as('permissions'),
    ])
    .orderBy('roles.level', 'desc')
    .execute()
}
