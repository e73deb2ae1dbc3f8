import { endOf, orderOf, type Page, startOf } from '@atrium/http/pagination'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import type { NewUserRole, UserRole, UserRoleFilters } from './user-role.schema.ts'

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
  return selectUserRoles(db).select('roles.level').where('userRoles.id', '=', id).executeTakeFirst()
}

export async function listUserRoles(
  db: Database,
  filters: UserRoleFilters,
  { limit, offset }: Page,
): Promise<UserRole[]> {
  const { field, direction } = orderOf(filters.orderBy)
  return selectUserRoles(db)
    .where(matching(filters))
    .orderBy(`userRoles.${field}`, direction)
    .orderBy('userRoles.id', direction)
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
}

export async function countUserRoles(db: Database, filters: UserRoleFilters) {
  const { total } = await db
    .selectFrom('userRoles')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function insertUserRole(
  db: Database,
  userRole: NewUserRole & { assignedBy: number | null; assignedAt: string },
) {
  const { id } = await db.insertInto('userRoles').values(userRole).returning('id').executeTakeFirstOrThrow()
  return { id, ...userRole }
}

/** False when somebody else was faster. */
export async function deleteUserRole(db: Database, id: number) {
  const { numDeletedRows } = await db.deleteFrom('userRoles').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

function selectUserRoles(db: Database) {
  return db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .select([
      'userRoles.id',
      'userRoles.userId',
      'userRoles.roleId',
      'roles.name as role',
      'userRoles.assignedBy',
      'userRoles.assignedAt',
    ])
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
