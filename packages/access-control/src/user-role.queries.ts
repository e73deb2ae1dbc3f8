import { errorsOf } from '@atrium/core/errors'
import { endOf, startOf } from '@atrium/core/paging'
import type { ExpressionBuilder, Kysely, NotNull, SelectQueryBuilder } from 'kysely'
import { rolesErrors } from './roles.errors.ts'
import { type AccessTables, tables } from './tables.ts'
import type { NewUserRole, UserRoleFilters } from './user-role.contract.ts'

const { Conflict, NotFound } = errorsOf(rolesErrors)

type Selection<UserRole> = SelectQueryBuilder<AccessTables, 'userRoles' | 'roles', UserRole>

/** Every assignment has a role; PostgreSQL omits a left join where only rows are counted. */
export function selectUserRoles<DB extends AccessTables>(db: Kysely<DB>, filters: UserRoleFilters = {}) {
  return tables(db)
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
    .where(matching(filters))
}

function matching({ userId, roleId, assignedBy, assignedFrom, assignedTo }: UserRoleFilters) {
  return ({ eb, and }: ExpressionBuilder<AccessTables, 'userRoles'>) =>
    and([
      ...(userId ? [eb('userRoles.userId', '=', userId)] : []),
      ...(roleId ? [eb('userRoles.roleId', '=', roleId)] : []),
      ...(assignedBy ? [eb('userRoles.assignedBy', '=', assignedBy)] : []),
      ...(assignedFrom ? [eb('userRoles.assignedAt', '>=', startOf(assignedFrom))] : []),
      ...(assignedTo ? [eb('userRoles.assignedAt', '<=', endOf(assignedTo))] : []),
    ])
}

export async function getUserRole<UserRole>(userRoles: Selection<UserRole>, id: number) {
  const userRole = await userRoles.where('userRoles.id', '=', id).executeTakeFirst()
  if (!userRole) throw new NotFound('user_role_not_found')
  return userRole
}

export async function insertUserRole<DB extends AccessTables>(
  tx: Kysely<DB>,
  userRole: NewUserRole & { assignedBy: number | null; assignedAt: string },
) {
  const inserted = await tables(tx)
    .insertInto('userRoles')
    .values(userRole)
    .onConflict(conflict => conflict.columns(['userId', 'roleId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Conflict('role_already_assigned', { field: 'roleId' })
  return inserted.id
}

/** A concurrent request can have deleted it before. */
export async function deleteUserRole<DB extends AccessTables>(tx: Kysely<DB>, id: number) {
  const { numDeletedRows } = await tables(tx).deleteFrom('userRoles').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('user_role_not_found')
}
