import { endpointsOf } from '@atrium/core/contract'
import { type Static, Type } from 'typebox'
import {
  ListResponse,
  Meta,
  ResourceBody,
  ResourceParams,
  ResourceQuery,
  Schemas,
  Selection,
  usersAccess,
} from './schemas.contract.ts'

const Text = Type.Optional(Type.String())

/** RFC 7643 §4.1. What a caller has not asked for is absent, and nothing is null. */
export const ScimUser = Type.Object({
  schemas: Schemas,
  id: Type.String(),
  externalId: Text,
  userName: Text,
  name: Type.Optional(Type.Object({ givenName: Text, familyName: Text, middleName: Text, formatted: Text })),
  displayName: Text,
  active: Type.Optional(Type.Boolean()),
  emails: Type.Optional(
    Type.Array(Type.Object({ value: Type.String(), type: Type.String(), primary: Type.Boolean() })),
  ),
  groups: Type.Optional(Type.Array(Type.Object({ value: Type.String(), display: Type.String() }))),
  meta: Meta,
})
export type ScimUser = Static<typeof ScimUser>

const endpoint = endpointsOf('SCIM')
const access = usersAccess
const params = ResourceParams
const refusals = [
  'scim_resource_not_found',
  'user_above_own_role',
  'user_erased',
  'user_email_taken',
] as const

export const listScimUsers = endpoint('listScimUsers', 'GET /scim/v2/Users', {
  summary: 'List users for a directory',
  description:
    'All users by id, or those that the filter finds: by `userName`, `externalId`, `id`, `active`, `displayName`, `emails` and the parts of `name`. Archived users are listed with `active: false`.',
  access,
  query: ResourceQuery,
  reply: ListResponse(ScimUser),
  errors: ['scim_filter_unsupported'],
})

export const getScimUser = endpoint('getScimUser', 'GET /scim/v2/Users/:id', {
  summary: 'Get a user for a directory',
  description: 'The user as SCIM sees them. 404 for a user whom the directory has deleted.',
  access,
  params,
  query: Selection,
  reply: ScimUser,
  errors: ['scim_resource_not_found'],
})

export const createScimUser = endpoint('createScimUser', 'POST /scim/v2/Users', {
  summary: 'Create a user for a directory',
  description:
    'The `userName` is the email address, which counts as confirmed. No email is sent. A user whom the directory has deleted is restored; 409 for any other user with this address.',
  access,
  query: Selection,
  body: ResourceBody,
  undeclared: { body: ScimUser },
  statuses: { 201: 'Created: the body is the user, as `GET /scim/v2/Users/{id}` returns it' },
  errors: refusals,
})

export const replaceScimUser = endpoint('replaceScimUser', 'PUT /scim/v2/Users/:id', {
  summary: 'Update a user for a directory',
  description:
    'Changes the attributes that are sent; absent ones stay as they are. `active: false` archives the user and ends their sessions, tokens and streams before the answer. Owners are out of reach (403).',
  access,
  params,
  query: Selection,
  body: ResourceBody,
  undeclared: { body: ScimUser },
  reply: ScimUser,
  errors: refusals,
})

export const patchScimUser = endpoint('patchScimUser', 'PATCH /scim/v2/Users/:id', {
  summary: 'Change attributes of a user for a directory',
  description:
    'Operations of RFC 7644 §3.5.2, with a path or without one. Attributes that Atrium does not store are ignored.',
  access,
  params,
  query: Selection,
  body: ResourceBody,
  reply: ScimUser,
  errors: [...refusals, 'scim_operation_unsupported', 'scim_attribute_read_only', 'scim_path_unsupported'],
})

export const deleteScimUser = endpoint('deleteScimUser', 'DELETE /scim/v2/Users/:id', {
  summary: 'Delete a user for a directory',
  description:
    'Archives the user in Atrium and ends their sessions, tokens and streams before the answer. Nothing is erased, but SCIM no longer finds the user.',
  access,
  params,
  statuses: { 204: 'Deleted' },
  errors: refusals,
})
