import { Body } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'

export const grantTypes = ['password', 'client_credentials', 'authorization_code', 'refresh_token'] as const

export const NewClient = Body({
  name: Type.String({ trim: true, minLength: 1, maxLength: 100 }),
  grantTypes: Type.String({ minLength: 1, maxLength: 500 }),
  scope: Type.String({ minLength: 1, maxLength: 2000 }),
  redirectUris: Type.Array(Type.String({ maxLength: 2000 }), { default: [], maxItems: 20 }),
  isPublic: Type.Boolean({ default: false }),
  requiresPkce: Type.Optional(Type.Boolean()),
})
export type NewClient = Static<typeof NewClient>
