import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './saved-view.commands.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-view.contract.ts'
import * as queries from './saved-view.queries.ts'

export function savedViewRoutes(route: Route, deps: Deps) {
  route(listSavedViews, {}, ({ actor, query }) => queries.listSavedViews(deps.db, actor, query))

  route(createSavedView, {}, async ({ actor, body }) => ({
    item: await commands.createSavedView(deps, actor, body),
  }))

  route(updateSavedView, {}, async ({ actor, params, body }) => ({
    item: await commands.updateSavedView(deps, actor, params.id, body),
  }))

  route(deleteSavedView, {}, async ({ actor, params }) => {
    await commands.deleteSavedView(deps, actor, params.id)
    return { message: 'View deleted' }
  })
}
