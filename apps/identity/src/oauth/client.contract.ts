import { Body, Id, Instant, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const grantTypes = ['password', 'client_credentials', 'authorization_code', 'refresh_token'] as const

const ClientName = Name(100)
const GrantTypes = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Grant types separated by spaces',
})
const Scopes = Type.String({ minLength: 1, maxLength: 2000, description: 'Scopes separated by spaces' })
const RedirectUris = { maxItems: 20, uniqueItems: true }
const RedirectUri = Type.String({ maxLength: 2000 })

export const NewClient = Body({
  name: ClientName,
  grantTypes: GrantTypes,
  scope: Scopes,
  redirectUris: Type.Array(RedirectUri, { default: [], ...RedirectUris }),
  isPublic: Type.Boolean({ default: false }),
  requiresPkce: Type.Optional(Type.Boolean()),
})
export type NewClient = Static<typeof NewClient>

/** Public or not is settled when it is made: a secret cannot be taken back. */
export const ClientChanges = Body({
  name: Type.Optional(ClientName),
  grantTypes: Type.Optional(GrantTypes),
  scope: Type.Optional(Scopes),
  redirectUris: Type.Optional(Type.Array(RedirectUri, RedirectUris)),
  requiresPkce: Type.Optional(Type.Boolean()),
})
export type ClientChanges = Static<typeof ClientChanges>

const fields = {
  id: Id,
  name: Type.String(),
  clientId: Type.String(),
  redirectUris: Type.Array(Type.String()),
  grantTypes: Type.String(),
  scope: Type.String(),
  isPublic: Type.Boolean(),
  requiresPkce: Type.Boolean(),
  isActive: Type.Boolean(),
  /** The client of our own pages, which the settings describe. */
  isFirstParty: Type.Boolean(),
  /** Whether every sign-in to it asks for the password: clients created or redirected over HTTP do. */
  asksAtSignIn: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
}

export const ClientRecord = Type.Object(fields)
export type ClientRecord = Static<typeof ClientRecord>

/** The one answer that shows a secret, once; a public client has none. */
export const ClientWithSecret = Type.Object({ ...fields, clientSecret: Nullable(Type.String()) })

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
