import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { viewerOf } from './directory.ts'
import * as synchronisation from './synchronisation.commands.ts'
import * as commands from './user.commands.ts'
import * as contracts from './user.contract.ts'
import * as queries from './user.queries.ts'

export function userRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listUsers, {}, ({ actor, query }) => queries.listUsers(db, viewerOf(actor, deps), query))

  route(contracts.getCurrentUser, {}, async ({ actor }) => ({
    item: await commands.currentUserOf(deps, actor),
  }))

  route(contracts.synchroniseUsers, {}, async () => ({ item: await synchronisation.synchroniseUsers(deps) }))

  route(contracts.getUser, {}, async ({ actor, params }) => ({
    item: await queries.getUserFor(db, viewerOf(actor, deps), params.id),
  }))

  route(contracts.makeFullUser, {}, async ({ actor, params }) => ({
    item: await commands.makeFullUser(deps, actor, params.id),
  }))

  route(contracts.getUserSettings, {}, async ({ actor }) => ({
    item: await queries.getUserSettings(db, actor.id),
  }))

  route(contracts.updateUserSettings, {}, async ({ actor, body }) => ({
    item: await commands.updateUserSettings(deps, actor, body),
  }))
}
