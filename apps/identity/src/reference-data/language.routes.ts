import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './language.commands.ts'
import {
  createLanguage,
  deleteLanguage,
  getLanguage,
  listLanguages,
  updateLanguage,
} from './language.contract.ts'
import * as queries from './language.queries.ts'

export function languageRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listLanguages, {}, ({ query }) => queries.listLanguages(db, query))

  route(getLanguage, {}, async ({ params }) => ({ item: await queries.getLanguage(db, params.id) }))

  route(createLanguage, {}, async ({ actor, body }) => ({
    item: await commands.createLanguage(deps, actor, body),
  }))

  route(updateLanguage, {}, async ({ actor, params, body }) => ({
    item: await commands.updateLanguage(deps, actor, params.id, body),
  }))

  route(deleteLanguage, {}, async ({ actor, params }) => {
    await commands.deleteLanguage(deps, actor, params.id)
    return { message: 'Language deleted' }
  })
}
