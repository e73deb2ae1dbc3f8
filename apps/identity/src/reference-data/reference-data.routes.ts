import type { Contract } from '@atrium/core/contract'
import { orderOf, pageOf } from '@atrium/core/paging'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { createCity, deleteCity, getCity, listCities, updateCity } from './city.contract.ts'
import * as commands from './entry.commands.ts'
import { getEntry, listEntries } from './entry.queries.ts'
import { cities, type EntryFields, type EntryKind, languages, posts } from './entry-kinds.ts'
import * as language from './language.contract.ts'
import { createPost, deletePost, getPost, listPosts, updatePost } from './post.contract.ts'

export function referenceDataRoutes(route: Route, deps: Deps) {
  const { listLanguages, getLanguage, createLanguage, updateLanguage, deleteLanguage } = language
  entryRoutes(route, deps, cities, [listCities, getCity, createCity, updateCity, deleteCity])
  entryRoutes(route, deps, languages, [
    listLanguages,
    getLanguage,
    createLanguage,
    updateLanguage,
    deleteLanguage,
  ])
  entryRoutes(route, deps, posts, [listPosts, getPost, createPost, updatePost, deletePost])
}

interface Call {
  actor: Actor
  params: { id: number }
  query: { search?: string; country?: string; orderBy: string; page: number; limit: number }
  body: EntryFields
}

/** Registers the contracts of a kind: list, get, create, update and delete. */
function entryRoutes(
  route: Route,
  deps: Deps,
  kind: EntryKind,
  [list, get, create, update, remove]: [Contract, Contract, Contract, Contract, Contract],
) {
  const add = (contract: Contract, handler: (call: Call) => unknown) => route(contract, {}, handler as never)

  add(list, ({ query: { search, country, ...query } }) => {
    const order = orderOf<string>(query.orderBy)
    return listEntries(deps.db, kind, { search, equal: { country }, order, page: pageOf(query) })
  })

  add(get, async ({ params }) => ({ item: await getEntry(deps.db, kind, params.id) }))

  add(create, async ({ actor, body }) => ({ item: await commands.createEntry(deps, actor, kind, body) }))

  add(update, async ({ actor, params, body }) => ({
    item: await commands.updateEntry(deps, actor, kind, params.id, body),
  }))

  add(remove, async ({ actor, params }) => {
    await commands.deleteEntry(deps, actor, kind, params.id)
    return { message: kind.deletedMessage }
  })
}
