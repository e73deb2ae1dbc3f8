import * as shared from '@atrium/access-control/role.queries'
import { endOf, orderOf, startOf } from '@atrium/core/paging'
import { among, containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder } from 'kysely'
import type { Database, DB } from '#database.ts'
import { corePageOf, idsOf } from '../list-filters.ts'
import type { Role, RoleFilters } from './role.contract.ts'

export function getRole(db: Database, id: number): Promise<Role> {
  return shared.getRole(shared.selectRoles(db), id)
}

export async function lockRole(tx: Database, id: number): Promise<Role> {
  await shared.lockRole(tx, id)
  return getRole(tx, id)
}

export function listRoles(db: Database, filters: RoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const roles = shared
    .selectRoles(db)
    .where(matching(filters))
    .orderBy(`roles.${field}`, direction)
    .orderBy('roles.id')
  return listPage(roles, corePageOf(filters))
}

function matching({ ids, name, description, createdFrom, createdTo }: RoleFilters) {
  return ({ eb, and, fn }: ExpressionBuilder<Pick<DB, 'roles'>, 'roles'>) =>
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
