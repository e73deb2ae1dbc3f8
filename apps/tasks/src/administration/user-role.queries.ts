import { Conflict, EntityNotFound } from '@atrium/core/errors'
import { endOf, orderOf, startOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder, NotNull } from 'kysely'
import type { Database, DB } from '#database.ts'
import { corePageOf, idsOf } from './list-filters.ts'
import type { NewUserRole, UserRole, UserRoleFilters } from './user-role.contract.ts'

export async function getUserRole(db: Database, id: number): Promise<UserRole> {
  const userRole = await selectUserRoles(db).where('userRoles.id', '=', id).executeTakeFirst()
  if (!userRole) throw new EntityNotFound('User role')
  return userRole
}

export function listUserRoles(db: Database, filters: UserRoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const userRoles = selectUserRoles(db)
    .where(matching(filters))
    .orderBy(`userRoles.${field}`, direction)
    .orderBy('userRoles.id')
  return listPage(userRoles, corePageOf(filters))
}

export async function insertUserRole(db: Database, userRole: NewUserRole & { assignedBy: number }) {
  const inserted = await db
    .insertInto('userRoles')
    .values(userRole)
    .onConflict(conflict => conflict.columns(['userId', 'roleId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Conflict('This user already has this role', { field: 'roleId' })
  return inserted.id
}

export async function deleteUserRole(db: Database, id: number) {
  const { numDeletedRows } = await db.deleteFrom('userRoles').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new EntityNotFound('User role')
}

/** Every assignment has its role; the join is a left one because PostgreSQL then leaves it out of the count. */
function selectUserRoles(db: Database) {
  return db
    .selectFrom('userRoles')
    .leftJoin('roles', 'roles.id', 'userRoles.roleId')
    .select([
      'userRoles.id',
      'userRoles.userId',
      'userRoles.roleId',
      'roles.name as role',
      'userRoles.assignedBy',
      'userRoles.assignedAt',
    ])
    .$narrowType<{ role: NotNull }>()
}

function matching({ ids, userId, roleId, assignedBy, assignedFrom, assignedTo }: UserRoleFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'userRoles'>) =>
    and([
      ...(ids ? [among('userRoles.id', idsOf(ids))] : []),
      ...(userId ? [eb('userRoles.userId', '=', userId)] : []),
      ...(roleId ? [eb('userRoles.roleId', '=', roleId)] : []),
      ...(assignedBy ? [eb('userRoles.assignedBy', '=', assignedBy)] : []),
      ...(assignedFrom ? [eb('userRoles.assignedAt', '>=', startOf(assignedFrom))] : []),
      ...(assignedTo ? [eb('userRoles.assignedAt', '<=', endOf(assignedTo))] : []),
    ])
}
