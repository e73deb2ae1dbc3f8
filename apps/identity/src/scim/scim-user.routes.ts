import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import {
  attributesOfPatch,
  readAttributes,
  readOperations,
  type Selection,
  selectAttributes,
} from './attributes.ts'
import { parseFilter } from './filter.ts'
import * as commands from './scim-user.commands.ts'
import * as contracts from './scim-user.contract.ts'
import { getScimUser, listScimUsers, type StoredScimUser } from './scim-user.queries.ts'
import { readUser, toScimUser } from './scim-user.ts'
import { listResponse, sliceOfQuery } from './slice.ts'

/** In a context that speaks SCIM. */
export function scimUserRoutes(route: Route, deps: Deps) {
  const { db, settings } = deps
  const shown = (user: StoredScimUser, selection: Selection) =>
    selectAttributes(toScimUser(user, settings.IDENTITY_URL), selection)

  route(contracts.listScimUsers, {}, async ({ query }) => {
    const slice = sliceOfQuery(query)
    const conditions = query.filter === undefined ? [] : parseFilter(query.filter)
    const { items, totalResults } = await listScimUsers(db, conditions, slice)
    return listResponse(
      items.map(user => shown(user, query)),
      totalResults,
      slice,
    )
  })

  route(contracts.getScimUser, {}, async ({ params, query }) =>
    shown(await getScimUser(db, params.id), query),
  )

  route(contracts.createScimUser, {}, async ({ actor, query, body, origin, reply }) => {
    const directory = { actor, language: origin.language }
    const user = await commands.createScimUser(deps, directory, readUser(readAttributes(body)))
    const resource = shown(user, query)
    return reply.code(201).header('location', resource.meta.location).send(resource)
  })

  route(contracts.replaceScimUser, {}, async ({ actor, params, query, body, origin }) => {
    const directory = { actor, language: origin.language }
    return shown(
      await commands.updateScimUser(deps, directory, params.id, readUser(readAttributes(body))),
      query,
    )
  })

  route(contracts.patchScimUser, {}, async ({ actor, params, query, body, origin }) => {
    const directory = { actor, language: origin.language }
    const sent = readUser(attributesOfPatch(readOperations(body)))
    return shown(await commands.updateScimUser(deps, directory, params.id, sent), query)
  })

  route(contracts.deleteScimUser, {}, async ({ actor, params, reply }) => {
    await commands.deleteScimUser(deps, actor, params.id)
    return reply.code(204).send()
  })
}
