import * as shared from '@atrium/access-control/role.queries'
import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Role, RoleFilters } from './role.contract.ts'

const level = sql.ref<number>('roles.level')

export function findRole(db: Database, id: number): Promise<Role | undefined> {
  return shared.findRole(selectRoles(db), id)
}

export function getRole(db: Database, id: number): Promise<Role> {
  return shared.getRole(selectRoles(db), id)
}

export async function lockRole(tx: Database, id: number): Promise<Role> {
  await shared.lockRole(tx, id)
  return getRole(tx, id)
}

export function listRoles(db: Database, { search, ...filters }: RoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const part = containing(search ?? '')
  const roles = selectRoles(db)
    .$if(Boolean(search), found =>
      found.where(({ eb, or }) =>
        or([eb('roles.name', 'ilike', part), eb('roles.description', 'ilike', part)]),
      ),
    )
    .orderBy(field === 'level' ? level : `roles.${field}`, direction)
    .orderBy('roles.id', direction)
  return listPage(roles, pageOf(filters))
}

function selectRoles(db: Database) {
  return shared.selectRoles(db).select(level.as('level'))
}
