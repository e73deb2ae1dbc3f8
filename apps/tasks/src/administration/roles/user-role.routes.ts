import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './user-role.commands.ts'
import { assignRole, listUserRoles, unassignRole } from './user-role.contract.ts'
import * as queries from './user-role.queries.ts'

export function userRoleRoutes(route: Route, deps: Deps) {
  route(listUserRoles, {}, ({ query }) => queries.listUserRoles(deps.db, query))

  route(assignRole, {}, async ({ actor, body }) => ({ item: await commands.assignRole(deps, actor, body) }))

  route(unassignRole, {}, async ({ actor, params }) => {
    await commands.unassignRole(deps, actor, params.id)
    return { message: 'Role removed from the user' }
  })
}
