import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { isSelected, readAttributes, readOperations, type Selection, selectAttributes } from './attributes.ts'
import { parseFilter } from './filter.ts'
import * as commands from './scim-group.commands.ts'
import * as contracts from './scim-group.contract.ts'
import { getScimGroup, listScimGroups, type StoredScimGroup } from './scim-group.queries.ts'
import { groupOfPatch, memberChangeOf, readGroup, readMembers, toScimGroup } from './scim-group.ts'
import { listResponse, sliceOfQuery } from './slice.ts'

/** In a context that speaks SCIM. */
export function scimGroupRoutes(route: Route, deps: Deps) {
  const { db, settings } = deps
  const shown = (group: StoredScimGroup, selection: Selection) =>
    selectAttributes(toScimGroup(group, settings.IDENTITY_URL), selection)

  route(contracts.listScimGroups, {}, async ({ query }) => {
    const slice = sliceOfQuery(query)
    const conditions = query.filter === undefined ? [] : parseFilter(query.filter)
    const { items, totalResults } = await listScimGroups(db, conditions, slice, isSelected('members', query))
    return listResponse(
      items.map(group => shown(group, query)),
      totalResults,
      slice,
    )
  })

  route(contracts.getScimGroup, {}, async ({ params, query }) =>
    shown(await getScimGroup(db, params.id, isSelected('members', query)), query),
  )

  route(contracts.createScimGroup, {}, async ({ actor, query, body, reply }) => {
    const sent = readAttributes(body)
    const group = await commands.createScimGroup(deps, actor, readGroup(sent), readMembers(sent) ?? [])
    const resource = shown(group, query)
    return reply.code(201).header('location', resource.meta.location).send(resource)
  })

  route(contracts.replaceScimGroup, {}, async ({ actor, params, query, body }) => {
    const sent = readAttributes(body)
    const members = readMembers(sent)
    const group = await commands.updateScimGroup(
      deps,
      actor,
      params.id,
      readGroup(sent),
      before => members ?? before,
    )
    return shown(group, query)
  })

  route(contracts.patchScimGroup, {}, async ({ actor, params, body, reply }) => {
    const operations = readOperations(body)
    const changed = groupOfPatch(operations)
    await commands.updateScimGroup(deps, actor, params.id, changed, memberChangeOf(operations))
    return reply.code(204).send()
  })

  route(contracts.deleteScimGroup, {}, async ({ actor, params, reply }) => {
    await commands.deleteScimGroup(deps, actor, params.id)
    return reply.code(204).send()
  })
}
