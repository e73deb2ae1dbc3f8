import { Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const Parameter = Type.Optional(Type.String({ maxLength: 4096 }))

/** A parameter that we do not know is ignored, as RFC 6749 §3.2 asks; one that is repeated is refused. */
export const TokenRequest = Type.Object({
  grant_type: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: '`authorization_code`, `refresh_token`, `client_credentials` or `password`',
    }),
  ),
  client_id: Parameter,
  client_secret: Parameter,
  code: Parameter,
  redirect_uri: Parameter,
  code_verifier: Parameter,
  refresh_token: Parameter,
  username: Parameter,
  password: Parameter,
  two_factor_code: Parameter,
  scope: Parameter,
})
export type TokenRequest = Static<typeof TokenRequest>

/** RFC 6749's fields for every library, and `data` with `message` for the document's clients. */
export const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  refresh_token: Type.Optional(Type.String()),
  scope: Type.String(),
  data: Type.Object({
    access_token: Type.String(),
    refresh_token: Nullable(Type.String()),
    expires_in: Type.Integer(),
    token_type: Type.Literal('Bearer'),
    scope: Type.String(),
  }),
  message: Type.String(),
})
export type TokenReply = Static<typeof TokenReply>
