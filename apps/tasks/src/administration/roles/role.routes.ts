import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './role.commands.ts'
import { createRole, deleteRole, getRole, listRoles, updateRole } from './role.contract.ts'
import * as queries from './role.queries.ts'

export function roleRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listRoles, {}, ({ query }) => queries.listRoles(db, query))

  route(createRole, {}, async ({ actor, body }) => ({ item: await commands.createRole(deps, actor, body) }))

  route(getRole, {}, async ({ params }) => ({ item: await queries.getRole(db, params.id) }))

  route(updateRole, {}, async ({ actor, params, body }) => ({
    item: await commands.updateRole(deps, actor, params.id, body),
  }))

  route(deleteRole, {}, async ({ actor, params }) => {
    await commands.deleteRole(deps, actor, params.id)
    return { message: 'Role deleted' }
  })
}
