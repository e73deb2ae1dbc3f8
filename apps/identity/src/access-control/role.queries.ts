import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { NewRole, Role, RoleChanges, RoleFilters } from './role.contract.ts'

export async function findRole(db: Database, id: number): Promise<Role | undefined> {
  return selectRoles(db).where('roles.id', '=', id).executeTakeFirst()
}

export async function getRole(db: Database, id: number): Promise<Role> {
  const role = await findRole(db, id)
  if (!role) throw new NotFound('role_not_found')
  return role
}

export async function lockRole(tx: Database, id: number): Promise<Role> {
  await tx.selectFrom('roles').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  return getRole(tx, id)
}

export function listRoles(db: Database, filters: RoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const roles = selectRoles(db)
    .where(matching(filters))
    .orderBy(`roles.${field}`, direction)
    .orderBy('roles.id', direction)
  return listPage(roles, pageOf(filters))
}

export async function insertRole(db: Database, role: Omit<NewRole, 'permissions'>, now: string) {
  const { id } = await db
    .insertInto('roles')
    .values({ ...role, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRole(
  db: Database,
  id: number,
  changes: Omit<RoleChanges, 'permissions'>,
  now: string,
) {
  await db
    .updateTable('roles')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Its assignments are deleted with it. */
export async function deleteRole(db: Database, id: number) {
  await db.deleteFrom('roles').where('id', '=', id).execute()
}

function selectRoles(db: Database) {
  return db.selectFrom('roles').select([
    'roles.id',
    'roles.name',
    'roles.level',
    'roles.description',
    'roles.isSystem',
    'roles.createdAt',
    'roles.updatedAt',
    sql<string[]>`array(
        select permissions.name from role_permissions join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id = roles.id order by permissions.name)`.as('permissions'),
  ])
}

function matching({ search }: RoleFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'roles'>) => {
    const part = containing(search ?? '')
    return and(search ? [or([eb('roles.name', 'ilike', part), eb('roles.description', 'ilike', part)])] : [])
  }
}
