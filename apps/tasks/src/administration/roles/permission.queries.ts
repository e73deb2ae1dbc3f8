import { selectPermissions } from '@atrium/access-control/permission.queries'
import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Database } from '#database.ts'
import type { PermissionFilters } from './permission.contract.ts'

export function listPermissions(db: Database, filters: PermissionFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  return listPage(selectPermissions(db).orderBy(field, direction), pageOf(filters))
}
