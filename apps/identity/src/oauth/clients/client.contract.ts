import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Default,
  Id,
  IdParams,
  Instant,
  Item,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
export const grantTypes = [
  'password',
  'client_credentials',
  'authorization_code',
  'refresh_token',
  DEVICE_CODE,
] as const

const ClientName = Name(100)
const GrantTypes = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Grant types separated by spaces',
})
const Scopes = Type.String({ minLength: 1, maxLength: 2000, description: 'Scopes separated by spaces' })
const Resources = Type.Array(Type.String({ maxLength: 2000 }), {
  maxItems: 20,
  uniqueItems: true,
  description:
    'Services that it can request tokens for with `resource` (RFC 8707): `protected_resources` of the server metadata',
})
const redirectUris = { maxItems: 20, uniqueItems: true }
const RedirectUri = Type.String({ maxLength: 2000 })
const Address = Type.String({ maxLength: 2000 })

/** For OpenID Connect: they matter to clients with the scope `openid`. */
const openIdFields = {
  webOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), {
      ...redirectUris,
      description: 'Origins of pages whose scripts can call the token and userinfo endpoints',
    }),
  ),
  postLogoutRedirectUris: Type.Optional(
    Type.Array(Address, { ...redirectUris, description: 'Where `/auth/end-session` can return to' }),
  ),
  backchannelLogoutUri: Type.Optional(
    Nullable(
      Type.String({ maxLength: 2000, description: 'Gets a logout token when a session of its user ends' }),
    ),
  ),
  backchannelLogoutSessionRequired: Type.Optional(Type.Boolean()),
}

export const NewClient = Body({
  name: ClientName,
  grantTypes: GrantTypes,
  scope: Scopes,
  redirectUris: Default(Type.Array(RedirectUri, redirectUris), []),
  resources: Default(Resources, []),
  isPublic: Default(Type.Boolean(), false),
  requiresPkce: Type.Optional(Type.Boolean()),
  ...openIdFields,
  subjectType: Type.Optional(
    Type.Unsafe<'public' | 'pairwise'>({
      ...OneOf('public', 'pairwise'),
      description: '`pairwise` gives each user an ID that only clients of the same sector share',
    }),
  ),
  sectorIdentifier: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'The host that pairwise IDs are for; by default that of the redirect URIs',
    }),
  ),
})
export type NewClient = Static<typeof NewClient>

/**
 * Whether a client is public never changes: a secret that was given out cannot be taken back. Nor does the subject type:
 * the client would no longer recognize its users.
 */
export const ClientChanges = Body({
  name: Type.Optional(ClientName),
  grantTypes: Type.Optional(GrantTypes),
  scope: Type.Optional(Scopes),
  redirectUris: Type.Optional(Type.Array(RedirectUri, redirectUris)),
  resources: Type.Optional(Resources),
  requiresPkce: Type.Optional(Type.Boolean()),
  ...openIdFields,
})
export type ClientChanges = Static<typeof ClientChanges>

const fields = {
  id: Id,
  name: Type.String(),
  clientId: Type.String(),
  redirectUris: Type.Array(Type.String()),
  grantTypes: Type.String(),
  scope: Type.String(),
  resources: Type.Array(Type.String()),
  isPublic: Type.Boolean(),
  requiresPkce: Type.Boolean(),
  isActive: Type.Boolean(),
  /** The client of our own pages, which is defined by the settings. */
  isFirstParty: Type.Boolean(),
  /** Whether users are asked for their consent: with the scope `openid`, and for clients created or extended over HTTP. */
  asksAtSignIn: Type.Boolean(),
  /** Only the console trusts a client. */
  isTrusted: Type.Boolean(),
  source: Type.Unsafe<'administrator' | 'document' | 'registration'>({
    ...OneOf('administrator', 'document', 'registration'),
    description:
      'Who has created it: an administrator, the metadata document that its client ID is the address of, or the client itself',
  }),
  consentCount: Type.Integer({ description: 'Users who have allowed it to use their account' }),
  recentConsentCount: Type.Integer({ description: 'Those of them who signed in to it in the last 30 days' }),
  subjectType: OneOf('public', 'pairwise'),
  sectorIdentifier: Nullable(Type.String()),
  webOrigins: Type.Array(Type.String()),
  postLogoutRedirectUris: Type.Array(Type.String()),
  backchannelLogoutUri: Nullable(Type.String()),
  backchannelLogoutSessionRequired: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
}

export const ClientRecord = Type.Object(fields)
export type ClientRecord = Static<typeof ClientRecord>

/** Only the response to its creation has the secret; a public client has none. */
export const ClientWithSecret = Type.Object({ ...fields, clientSecret: Nullable(Type.String()) })
export type ClientWithSecret = Static<typeof ClientWithSecret>

export const ClientFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'name', 'createdAt'),
    Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      isActive: Type.Optional(Type.Boolean()),
    }),
  ]),
)
export type ClientFilters = Static<typeof ClientFilters>

const contract = contractsOf('OAuth clients')
const access = needs('system:manage', permission('rbac.permissions.manage'))
const beyondOwn = ['client_level_too_low', 'client_scope_beyond_token', 'client_scope_beyond_own'] as const

export const listClients = contract('listClients', 'GET /oauth/clients', {
  summary: 'List OAuth clients',
  description: 'Filter by `search` in names and client IDs, or by `isActive`. Secrets are never listed.',
  access,
  query: ClientFilters,
  reply: List(ClientRecord),
})

export const getClient = contract('getClient', 'GET /oauth/clients/:id', {
  summary: 'Get an OAuth client',
  description: 'Returns the settings of the client without its secret.',
  access,
  params: IdParams,
  reply: Item(ClientRecord),
  errors: ['client_not_found'],
})

export const createClient = contract('createClient', 'POST /oauth/clients', {
  summary: 'Create an OAuth client',
  description:
    'The response contains `clientSecret`, which is shown only this once; a public client has none. It needs a role of level 30 or higher; you cannot grant a client scopes that your own token lacks, or whose permissions you do not have. Users are asked for their consent before a client created here gets access to their account. `backchannelLogoutUri` must be a public https address, unless the setting OUTBOUND_ALLOW lists its network or host.',
  access,
  body: NewClient,
  reply: Item(ClientWithSecret),
  errors: ['outbound_address_refused', ...beyondOwn],
})

export const updateClient = contract('updateClient', 'PUT /oauth/clients/:id', {
  summary: 'Update an OAuth client',
  description:
    'Changes the given fields. Removing a scope or a resource revokes all tokens of the client; after adding a redirect URI, a grant type, a scope or a resource, users are asked for their consent again. The first-party client is defined by the settings of the service and cannot be updated (409).',
  access,
  params: IdParams,
  body: ClientChanges,
  reply: Item(ClientRecord),
  errors: [
    'client_not_found',
    'first_party_client',
    'client_describes_itself',
    'outbound_address_refused',
    ...beyondOwn,
  ],
})

export const rotateClientSecret = contract('rotateClientSecret', 'POST /oauth/clients/:id/rotate-secret', {
  summary: 'Rotate a client secret',
  description:
    'Replaces the secret at once and returns the new one, which is shown only this once. A public client has no secret (422).',
  access,
  params: IdParams,
  reply: Item(ClientWithSecret),
  errors: ['client_not_found', 'first_party_client', ...beyondOwn],
})

export const enableClient = contract('enableClient', 'POST /oauth/clients/:id/enable', {
  summary: 'Enable an OAuth client',
  description: 'The client can get tokens again.',
  access,
  params: IdParams,
  reply: Item(ClientRecord),
  errors: ['client_not_found', ...beyondOwn],
})

export const disableClient = contract('disableClient', 'POST /oauth/clients/:id/disable', {
  summary: 'Disable an OAuth client',
  description:
    'Revokes all tokens of the client at once; it gets no new ones. The first-party client cannot be disabled (409).',
  access,
  params: IdParams,
  reply: Item(ClientRecord),
  errors: ['client_not_found', 'first_party_client', 'client_level_too_low'],
})
