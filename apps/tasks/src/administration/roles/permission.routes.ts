import { selectPermissions } from '@atrium/access-control/permission.queries'
import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './permission.commands.ts'
import { grantPermission, listPermissions, revokePermission } from './permission.contract.ts'

export function permissionRoutes(route: Route, deps: Deps) {
  route(listPermissions, {}, ({ query }) => {
    const { field, direction } = orderOf(query.orderBy)
    return listPage(selectPermissions(deps.db).orderBy(field, direction), pageOf(query))
  })

  route(grantPermission, {}, async ({ actor, params }) => {
    await commands.grantPermission(deps, actor, params)
    return { message: 'Permission granted' }
  })

  route(revokePermission, {}, async ({ actor, params }) => {
    await commands.revokePermission(deps, actor, params)
    return { message: 'Permission revoked' }
  })
}
