import { contractsOf } from '@atrium/core/contract'
import { Body, Default, IdParams, Item, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** What is known about a user, by the claim that has it; each needs the scope of that claim. */
export const claimAttributes = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'gender',
  'birthdate',
  'updated_at',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
] as const

export const claimSources = ['attribute', 'constant', 'groups'] as const
export const claimPlaces = ['both', 'id_token', 'userinfo'] as const

type Value = string | number | boolean | string[]

const Constant = Type.Unsafe<Value>({
  type: ['string', 'number', 'boolean', 'array'],
  items: { type: 'string', maxLength: 500 },
  maxItems: 50,
  maxLength: 500,
  description: 'With the source `constant`: text, a number, true or false, or a list of texts',
})

/** One shape for all sources: which field belongs to which source is checked by the command. */
const ClientClaim = Body({
  name: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_.:/-]{0,199}$',
    errorCode: 'claim_name_expected',
    description: 'Such as `nickname` or `https://app.example.org/role`; no claim of the protocol',
  }),
  source: OneOf(...claimSources),
  attribute: Type.Optional(
    Type.Unsafe<(typeof claimAttributes)[number]>({
      ...OneOf(...claimAttributes),
      description: 'With the source `attribute`: left out unless the scope of this claim was granted',
    }),
  ),
  value: Type.Optional(Constant),
  prefix: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'With the source `groups`: only groups whose names start like this',
    }),
  ),
  removesPrefix: Type.Optional(Type.Boolean({ description: 'Whether the names come without the prefix' })),
  includedIn: Type.Optional(Default(OneOf(...claimPlaces), 'both')),
})
export type ClientClaim = Static<typeof ClientClaim>

export const ClientClaims = Body({ claims: Type.Array(ClientClaim, { maxItems: 50 }) })
export type ClientClaims = Static<typeof ClientClaims>

/** One schema for each type: with a list of types, the serializer would turn a list of texts into text. */
const StoredValue = Type.Unsafe<Value>({
  anyOf: [Type.Array(Type.String()), Type.String(), Type.Number(), Type.Boolean()],
})
const StoredClaim = Type.Object({ ...ClientClaim.properties, value: Type.Optional(StoredValue) })

const ClaimTable = Item(Type.Object({ claims: Type.Array(StoredClaim) }))

const contract = contractsOf('OAuth clients')
const access = needs('system:manage', permission('rbac.permissions.manage'))

export const getClientClaims = contract('getClientClaims', 'GET /oauth/clients/:id/claims', {
  summary: 'Get the claims of a client',
  description:
    'What ID tokens and userinfo of this client contain next to the claims of its scopes, in the stored order.',
  access,
  params: IdParams,
  reply: ClaimTable,
  errors: ['client_not_found'],
})

export const replaceClientClaims = contract('replaceClientClaims', 'PUT /oauth/clients/:id/claims', {
  summary: 'Replace the claims of a client',
  description:
    'Replaces the whole table. Names of the protocol (`iss`, `sub`, `aud`, `exp`, …) and of the scopes `profile`, `email` and `phone` are refused; `groups` can be replaced. Takes effect with the next token and the next request to userinfo.',
  access,
  params: IdParams,
  body: ClientClaims,
  reply: ClaimTable,
  errors: [
    'client_not_found',
    'first_party_client',
    'client_level_too_low',
    'client_scope_beyond_token',
    'client_scope_beyond_own',
  ],
})
