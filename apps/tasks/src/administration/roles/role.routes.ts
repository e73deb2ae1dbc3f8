import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './role.commands.ts'
import { createRole, deleteRole, getRole, listRoles, updateRole } from './role.contract.ts'
import * as queries from './role.queries.ts'

export function roleRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listRoles, {}, ({ query }) => queries.listRoles(db, query))

  route(createRole, {}, async ({ body }) => ({ item: await commands.createRole(deps, body) }))

  route(getRole, {}, async ({ params }) => ({ item: await queries.getRole(db, params.id) }))

  route(updateRole, {}, async ({ params, body }) => ({
    item: await commands.updateRole(deps, params.id, body),
  }))

  route(deleteRole, {}, async ({ params }) => {
    await commands.deleteRole(deps, params.id)
    return { message: 'Role deleted' }
  })
}
