import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { GrantingGroup } from './explanation.contract.ts'

export async function getUserStatus(db: Database, id: number) {
  const user = await db.selectFrom('users').where('id', '=', id).select('archivedAt').executeTakeFirst()
  if (!user) throw new NotFound('user_not_found')
  return user
}

/** Every role of the user, with the group that it comes from, and with those of these permissions that it grants. */
export async function listGrants(db: Database, userId: number, permissions: string[]) {
  return db
    .selectFrom('heldRoles')
    .innerJoin('roles', 'roles.id', 'heldRoles.roleId')
    .leftJoin('groups', 'groups.id', 'heldRoles.groupId')
    .where('heldRoles.userId', '=', userId)
    .select([
      'roles.name as role',
      'roles.level',
      sql<GrantingGroup | null>`case when groups.id is not null then
        json_build_object('id', groups.id, 'name', groups.name, 'source', groups.source) end`.as('group'),
      sql<string[]>`array(
        select permissions.name from role_permissions join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id = roles.id and permissions.name = any(${permissions}::text[])
        order by permissions.name)`.as('permissions'),
    ])
    .orderBy('roles.level', 'desc')
    .orderBy('roles.name')
    .orderBy(sql`groups.name nulls first`)
    .execute()
}
