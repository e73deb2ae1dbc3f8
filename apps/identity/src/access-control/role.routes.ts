import { accessControlRoutes } from '@atrium/access-control/access-control.routes'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as permissionCommands from './permission.commands.ts'
import * as permissionContracts from './permission.contract.ts'
import { listPermissions } from './permission.queries.ts'
import * as roleCommands from './role.commands.ts'
import * as roleContracts from './role.contract.ts'
import * as roleQueries from './role.queries.ts'
import * as userRoleCommands from './user-role.commands.ts'
import * as userRoleContracts from './user-role.contract.ts'
import { listUserRoles } from './user-role.queries.ts'

export function roleRoutes(route: Route, deps: Deps) {
  accessControlRoutes(
    route,
    deps,
    { ...roleContracts, ...userRoleContracts, ...permissionContracts },
    { ...roleQueries, listUserRoles, listPermissions },
    { ...roleCommands, ...userRoleCommands, ...permissionCommands },
  )
}
