import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './permission.commands.ts'
import { createPermission, deletePermission, getPermission, updatePermission } from './permission.contract.ts'
import * as queries from './permission.queries.ts'

export function permissionRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(getPermission, {}, async ({ params }) => ({ item: await queries.getPermission(db, params.id) }))

  route(createPermission, {}, async ({ actor, body }) => ({
    item: await commands.createPermission(deps, actor, body),
  }))

  route(updatePermission, {}, async ({ actor, params, body }) => ({
    item: await commands.updatePermission(deps, actor, params.id, body),
  }))

  route(deletePermission, {}, async ({ actor, params }) => {
    await commands.deletePermission(deps, actor, params.id)
    return { message: 'Permission deleted' }
  })
}
