import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './permission.commands.ts'
import { createPermission, deletePermission, getPermission, updatePermission } from './permission.contract.ts'
import * as queries from './permission.queries.ts'

export function permissionRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(getPermission, {}, async ({ params }) => ({ item: await queries.getPermission(db, params.id) }))

  route(createPermission, {}, item(commands.createPermission))
  route(updatePermission, {}, item(commands.updatePermission))
  route(deletePermission, {}, message(commands.deletePermission, 'Permission deleted'))
}
