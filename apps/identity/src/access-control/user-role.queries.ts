import * as shared from '@atrium/access-control/user-role.queries'
import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { Conflict } from '#errors.ts'
import type { UserRoleFilters } from './user-role.contract.ts'

export async function assignRole(
  db: Database,
  userId: number,
  roleName: string,
  assignedBy: number | null = null,
) {
  const inserted = await db
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
    .onConflict(conflict => conflict.columns(['userId', 'roleId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Conflict('role_already_assigned', { field: 'roleId' })
}

/** Finds the role as it was assigned to the user themselves; roles of groups do not count. */
export async function findUserRoleId(db: Database, userId: number, roleId: number) {
  const found = await db
    .selectFrom('userRoles')
    .where('userId', '=', userId)
    .where('roleId', '=', roleId)
    .select('id')
    .executeTakeFirst()
  return found?.id
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

/** With the level of the role. */
export function getUserRole(db: Database, id: number) {
  const userRoles = shared.selectUserRoles(db).select(sql.ref<number>('roles.level').as('level'))
  return shared.getUserRole(userRoles, id)
}

export function listUserRoles(db: Database, filters: UserRoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const userRoles = shared
    .selectUserRoles(db, filters)
    .orderBy(`userRoles.${field}`, direction)
    .orderBy('userRoles.id', direction)
  return listPage(userRoles, pageOf(filters))
}
