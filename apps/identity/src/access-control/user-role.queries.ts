import { endOf, orderOf, pageOf, startOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import type { NewUserRole, UserRoleFilters } from './user-role.contract.ts'

export async function assignRole(
  db: Database,
  userId: number,
  roleName: string,
  assignedBy: number | null = null,
) {
  await db
    .insertInto('userRoles')
    .columns(['userId', 'roleId', 'assignedBy'])
    .expression(({ selectFrom }) =>
      selectFrom('roles')
        .where('name', '=', roleName)
        .select([
          sql<number>`${userId}::bigint`.as('userId'),
          'id',
          sql<number | null>`${assignedBy}::bigint`.as('assignedBy'),
        ]),
    )
    .execute()
}

export async function hasOwner(db: Database) {
  const owner = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .where('roles.name', '=', 'owner')
    .select('userRoles.id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return owner !== undefined
}

export async function findUserRole(db: Database, id: number) {
  return selectUserRoles(db)
    .select('roles.level')
    .$narrowType<{ level: NotNull }>()
    .where('userRoles.id', '=', id)
    .executeTakeFirst()
}

export function listUserRoles(db: Database, filters: UserRoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const userRoles = selectUserRoles(db)
    .where(matching(filters))
    .orderBy(`userRoles.${field}`, direction)
    .orderBy('userRoles.id', direction)
  return listPage(userRoles, pageOf(filters))
}

/** Undefined if the user already has the role. */
export async function insertUserRole(
  db: Database,
  userRole: NewUserRole & { assignedBy: number | null; assignedAt: string },
) {
  const inserted = await db
    .insertInto('userRoles')
    .values(userRole)
    .onConflict(conflict => conflict.columns(['userId', 'roleId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** False if it has been deleted before. */
export async function deleteUserRole(db: Database, id: number) {
  const { numDeletedRows } = await db.deleteFrom('userRoles').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Every assignment has a role; PostgreSQL omits a left join where only rows are counted. */
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

function matching({ userId, roleId, assignedBy, assignedFrom, assignedTo }: UserRoleFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'userRoles'>) =>
    and([
      ...(userId ? [eb('userRoles.userId', '=', userId)] : []),
      ...(roleId ? [eb('userRoles.roleId', '=', roleId)] : []),
      ...(assignedBy ? [eb('userRoles.assignedBy', '=', assignedBy)] : []),
      ...(assignedFrom ? [eb('userRoles.assignedAt', '>=', startOf(assignedFrom))] : []),
      ...(assignedTo ? [eb('userRoles.assignedAt', '<=', endOf(assignedTo))] : []),
    ])
}
