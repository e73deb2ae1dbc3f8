import { IdParams, Item, List, Message } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { City, CityChanges, CityFilters, NewCity } from './city.contract.ts'
import { getCity, listCities } from './city.queries.ts'
import { changeCity, createCity, removeCity } from './manage-cities.ts'

const tags = ['Reference data']
const write = needs('system:manage', permission('system.manage'))

export function cityRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/cities',
    {
      config: { access: open },
      schema: {
        tags,
        summary: 'List cities',
        description:
          'Cities to choose from in a profile. Search by name with `search`, or filter by `country`.',
        querystring: CityFilters,
        response: { 200: List(City) },
      },
    },
    async ({ query }) => listCities(db, query),
  )

  app.get(
    '/cities/:id',
    {
      config: { access: open },
      schema: {
        tags,
        summary: 'Get a city',
        description: 'Returns one entry of the list of cities.',
        params: IdParams,
        response: { 200: Item(City) },
      },
    },
    async ({ params }) => ({ item: await getCity(db, params.id) }),
  )

  app.post(
    '/cities',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Create a city',
        description:
          'Adds an entry to the list of cities. `timeZone` is an IANA name such as `Europe/Berlin`.',
        body: NewCity,
        response: { 200: Item(City) },
      },
    },
    async request => ({ item: await createCity(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/cities/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a city',
        description: 'Changes the given fields of the city.',
        params: IdParams,
        body: CityChanges,
        response: { 200: Item(City) },
      },
    },
    async request => ({
      item: await changeCity(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/cities/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a city',
        description: 'Removes it from the list of cities. 409 while a user profile refers to it.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeCity(deps, actorOf(request), request.params.id)
      return { message: 'The city is deleted' }
    },
  )
}
