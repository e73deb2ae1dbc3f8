import { endpointsOf } from '@atrium/core/contract'
import { Instant } from '@atrium/core/schema'
import { type Static, type TObject, Type } from 'typebox'
import { forClients, needs, permission } from '#access.contract.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export const MAX_RESULTS = 200

export const usersAccess = needs('scim', permission('users.manage.any'), forClients)
export const groupsAccess = needs('scim', permission('groups.manage'), forClients)

export const Schemas = Type.Array(Type.String())

export const Meta = Type.Object({
  resourceType: Type.String(),
  created: Type.Optional(Instant),
  lastModified: Type.Optional(Instant),
  location: Type.String(),
})
export type Meta = Static<typeof Meta>

/** RFC 7644 §3.4.2. */
export function ListResponse<T extends TObject>(resource: T) {
  return Type.Object({
    schemas: Schemas,
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(resource),
  })
}

export const ResourceParams = Type.Object({ id: Type.String({ maxLength: 200 }) })

const names = { maxLength: 2000, description: 'Names of attributes, separated by commas' }
export const Selection = Type.Object({
  attributes: Type.Optional(Type.String(names)),
  excludedAttributes: Type.Optional(Type.String(names)),
})

export const ResourceQuery = Type.Object({
  ...Selection.properties,
  filter: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Comparisons with `eq`, joined by `and`' }),
  ),
  startIndex: Type.Optional(Type.Integer({ description: 'Starts at 1' })),
  count: Type.Optional(
    Type.Integer({ description: `Resources per page, at most ${MAX_RESULTS}; 0 returns only the total` }),
  ),
})
export type ResourceQuery = Static<typeof ResourceQuery>

/** Any JSON object: attributes are read by their names, whatever their case, and unknown ones are ignored. */
export const ResourceBody = Type.Object({}, { additionalProperties: true })

const endpoint = endpointsOf('SCIM')
const Discovery = Type.Object({ schemas: Schemas }, { additionalProperties: true })

export const getScimConfiguration = endpoint('getScimConfiguration', 'GET /scim/v2/ServiceProviderConfig', {
  summary: 'Get what SCIM supports',
  description:
    'RFC 7643 §5: PATCH and filters are supported; bulk operations, sorting and passwords are not.',
  access: usersAccess,
  reply: Discovery,
})

export const listScimResourceTypes = endpoint('listScimResourceTypes', 'GET /scim/v2/ResourceTypes', {
  summary: 'List the resource types of SCIM',
  description: 'RFC 7643 §6: users and groups.',
  access: usersAccess,
  reply: ListResponse(Discovery),
})

export const getScimResourceType = endpoint('getScimResourceType', 'GET /scim/v2/ResourceTypes/:id', {
  summary: 'Get a resource type of SCIM',
  description: 'One of `User` and `Group`.',
  access: usersAccess,
  params: ResourceParams,
  reply: Discovery,
  errors: ['scim_resource_not_found'],
})

export const listScimSchemas = endpoint('listScimSchemas', 'GET /scim/v2/Schemas', {
  summary: 'List the schemas of SCIM',
  description: 'RFC 7643 §7: the attributes of users and groups that Atrium stores. It ignores others.',
  access: usersAccess,
  reply: ListResponse(Discovery),
})

export const getScimSchema = endpoint('getScimSchema', 'GET /scim/v2/Schemas/:id', {
  summary: 'Get a schema of SCIM',
  description: 'By its name, such as `urn:ietf:params:scim:schemas:core:2.0:User`.',
  access: usersAccess,
  params: ResourceParams,
  reply: Discovery,
  errors: ['scim_resource_not_found'],
})
