import { endpointsOf } from '@atrium/core/contract'
import { type Static, Type } from 'typebox'
import {
  groupsAccess,
  ListResponse,
  Meta,
  ResourceBody,
  ResourceParams,
  ResourceQuery,
  Schemas,
  Selection,
} from './schemas.contract.ts'

/** RFC 7643 §4.2. What a caller has not asked for is absent, and nothing is null. */
export const ScimGroup = Type.Object({
  schemas: Schemas,
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  members: Type.Optional(
    Type.Array(Type.Object({ value: Type.String(), display: Type.String(), type: Type.String() })),
  ),
  meta: Meta,
})
export type ScimGroup = Static<typeof ScimGroup>

const endpoint = endpointsOf('SCIM')
const access = groupsAccess
const params = ResourceParams
const refusals = [
  'scim_resource_not_found',
  'scim_member_unknown',
  'group_name_taken',
  'role_above_own_role',
] as const

export const listScimGroups = endpoint('listScimGroups', 'GET /scim/v2/Groups', {
  summary: 'List groups for a directory',
  description:
    'The groups that came over SCIM, by id, or those that the filter finds: by `displayName`, `externalId`, `id` and `members`. Ask without members (`excludedAttributes=members`) if groups are large.',
  access,
  query: ResourceQuery,
  reply: ListResponse(ScimGroup),
  errors: ['scim_filter_unsupported'],
})

export const getScimGroup = endpoint('getScimGroup', 'GET /scim/v2/Groups/:id', {
  summary: 'Get a group for a directory',
  description: 'The group with the members that came over SCIM. Groups from elsewhere are not found.',
  access,
  params,
  query: Selection,
  reply: ScimGroup,
  errors: ['scim_resource_not_found'],
})

export const createScimGroup = endpoint('createScimGroup', 'POST /scim/v2/Groups', {
  summary: 'Create a group for a directory',
  description:
    'The source of the group is `scim`. Names are unique among all groups of Atrium, in upper and lower case alike (409).',
  access,
  query: Selection,
  body: ResourceBody,
  undeclared: { body: ScimGroup },
  statuses: { 201: 'Created: the body is the group, as `GET /scim/v2/Groups/{id}` returns it' },
  errors: refusals,
})

export const replaceScimGroup = endpoint('replaceScimGroup', 'PUT /scim/v2/Groups/:id', {
  summary: 'Update a group for a directory',
  description:
    'Changes the attributes that are sent; `members` is the whole list. Rights by the group begin and end before the answer, in projects too. A group with the role owner is out of reach (403).',
  access,
  params,
  query: Selection,
  body: ResourceBody,
  undeclared: { body: ScimGroup },
  reply: ScimGroup,
  errors: refusals,
})

export const patchScimGroup = endpoint('patchScimGroup', 'PATCH /scim/v2/Groups/:id', {
  summary: 'Change a group for a directory',
  description:
    'Operations of RFC 7644 §3.5.2: changes the name, adds and removes members, or replaces all of them.',
  access,
  params,
  body: ResourceBody,
  statuses: { 204: 'Changed' },
  errors: [...refusals, 'scim_operation_unsupported', 'scim_attribute_read_only', 'scim_path_unsupported'],
})

export const deleteScimGroup = endpoint('deleteScimGroup', 'DELETE /scim/v2/Groups/:id', {
  summary: 'Delete a group for a directory',
  description: 'Members lose the roles and project roles of the group before the answer.',
  access,
  params,
  statuses: { 204: 'Deleted' },
  errors: ['scim_resource_not_found', 'role_above_own_role'],
})
