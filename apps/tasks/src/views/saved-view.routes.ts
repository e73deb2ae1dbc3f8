import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './saved-view.commands.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-view.contract.ts'
import * as queries from './saved-view.queries.ts'

export function savedViewRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(listSavedViews, {}, ({ actor, query }) => queries.listSavedViews(deps.db, actor, query))

  route(createSavedView, {}, item(commands.createSavedView))
  route(updateSavedView, {}, item(commands.updateSavedView))
  route(deleteSavedView, {}, message(commands.deleteSavedView, 'View deleted'))
}
