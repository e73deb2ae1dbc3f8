import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './city.commands.ts'
import { createCity, deleteCity, getCity, listCities, updateCity } from './city.contract.ts'
import * as queries from './city.queries.ts'

export function cityRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listCities, {}, ({ query }) => queries.listCities(db, query))

  route(getCity, {}, async ({ params }) => ({ item: await queries.getCity(db, params.id) }))

  route(createCity, {}, async ({ actor, body }) => ({ item: await commands.createCity(deps, actor, body) }))

  route(updateCity, {}, async ({ actor, params, body }) => ({
    item: await commands.updateCity(deps, actor, params.id, body),
  }))

  route(deleteCity, {}, async ({ actor, params }) => {
    await commands.deleteCity(deps, actor, params.id)
    return { message: 'City deleted' }
  })
}
