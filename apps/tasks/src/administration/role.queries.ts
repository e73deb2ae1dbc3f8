import { EntityNotFound } from '@atrium/core/errors'
import { endOf, orderOf, startOf } from '@atrium/core/paging'
import { among, containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import { corePageOf, idsOf } from './list-filters.ts'
import type { NewRole, Role, RoleChanges, RoleFilters } from './role.contract.ts'

export async function getRole(db: Database, id: number): Promise<Role> {
  const role = await selectRoles(db).where('roles.id', '=', id).executeTakeFirst()
  if (!role) throw new EntityNotFound('Role')
  return role
}

export function listRoles(db: Database, filters: RoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const roles = selectRoles(db)
    .where(matching(filters))
    .orderBy(`roles.${field}`, direction)
    .orderBy('roles.id')
  return listPage(roles, corePageOf(filters))
}

export async function insertRole(db: Database, role: NewRole) {
  const { id } = await db.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateRole(db: Database, id: number, changes: RoleChanges, now: string) {
  await db
    .updateTable('roles')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteRole(db: Database, id: number) {
  await db.deleteFrom('roles').where('id', '=', id).execute()
}

function selectRoles(db: Database) {
  return db.selectFrom('roles').select([
    'roles.id',
    'roles.name',
    'roles.description',
    'roles.isSystem',
    'roles.createdAt',
    'roles.updatedAt',
    sql<string[]>`array(
        select permissions.name from role_permissions
        join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id = roles.id order by permissions.name)`.as('permissions'),
  ])
}

function matching({ ids, name, description, createdFrom, createdTo }: RoleFilters) {
  return ({ eb, and, fn }: ExpressionBuilder<DB, 'roles'>) =>
    and([
      ...(ids ? [among('roles.id', idsOf(ids))] : []),
      ...(name ? [eb('roles.name', 'like', containing(name.toLowerCase()))] : []),
      ...(description
        ? [eb(fn<string>('lower', ['roles.description']), 'like', containing(description.toLowerCase()))]
        : []),
      ...(createdFrom ? [eb('roles.createdAt', '>=', startOf(createdFrom))] : []),
      ...(createdTo ? [eb('roles.createdAt', '<=', endOf(createdTo))] : []),
    ])
}
