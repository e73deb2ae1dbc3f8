import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'

export async function getUserStatus(db: Database, id: number) {
  const user = await db.selectFrom('users').where('id', '=', id).select('archivedAt').executeTakeFirst()
  if (!user) throw new NotFound('user_not_found')
  return user
}

/** Every role of the user, with those of these permissions that it grants. */
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
