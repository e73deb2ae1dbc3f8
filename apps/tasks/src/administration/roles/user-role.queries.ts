import * as shared from '@atrium/access-control/user-role.queries'
import { orderOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { Database } from '#database.ts'
import { corePageOf, idsOf } from '../list-filters.ts'
import type { UserRoleFilters } from './user-role.contract.ts'

export function listUserRoles(db: Database, { ids, ...filters }: UserRoleFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const userRoles = shared
    .selectUserRoles(db, filters)
    .$if(ids !== undefined, found => found.where(among('userRoles.id', idsOf(ids ?? ''))))
    .orderBy(`userRoles.${field}`, direction)
    .orderBy('userRoles.id')
  return listPage(userRoles, corePageOf(filters))
}
