import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import * as contracts from './schemas.contract.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './supported.ts'

/** In a context that speaks SCIM. */
export function schemaRoutes(route: Route, { settings }: Deps) {
  const { IDENTITY_URL } = settings

  route(contracts.getScimConfiguration, {}, async () => serviceProviderConfig(IDENTITY_URL))

  route(contracts.listScimResourceTypes, {}, async () => listOf(resourceTypes(IDENTITY_URL)))

  route(contracts.getScimResourceType, {}, async ({ params }) => find(resourceTypes(IDENTITY_URL), params.id))

  route(contracts.listScimSchemas, {}, async () => listOf(schemas(IDENTITY_URL)))

  route(contracts.getScimSchema, {}, async ({ params }) => find(schemas(IDENTITY_URL), params.id))
}

function find<Resource extends { id: string }>(resources: Resource[], id: string) {
  const found = resources.find(resource => resource.id.toLowerCase() === id.toLowerCase())
  if (!found) throw new NotFound('scim_resource_not_found', { id })
  return found
}

function listOf<Resource extends { schemas: string[] }>(Resources: Resource[]) {
  const total = Resources.length
  return { schemas: [contracts.LIST], totalResults: total, startIndex: 1, itemsPerPage: total, Resources }
}
