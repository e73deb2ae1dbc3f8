import { endpointsOf, open } from '@atrium/core/contract'
import { Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const endpoint = endpointsOf('OAuth')
/** HTTP Basic, or `client_id` and `client_secret` in the body. */
const security = [{ client: [] }, {}] as const

const Parameter = Type.Optional(Type.String({ maxLength: 4096 }))

/** An unknown parameter is ignored, as RFC 6749 §3.2 requires; a repeated one is refused. */
export const TokenRequest = Type.Object({
  grant_type: Type.Optional(
    Type.String({
      maxLength: 4096,
      description:
        '`authorization_code`, `refresh_token`, `client_credentials`, `password` or `urn:ietf:params:oauth:grant-type:device_code`',
    }),
  ),
  client_id: Parameter,
  client_secret: Parameter,
  code: Parameter,
  device_code: Parameter,
  redirect_uri: Parameter,
  code_verifier: Parameter,
  refresh_token: Parameter,
  username: Parameter,
  password: Parameter,
  two_factor_code: Parameter,
  scope: Parameter,
  resource: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'The service that the token is for (RFC 8707), such as the address of the task service',
    }),
  ),
})
export type TokenRequest = Static<typeof TokenRequest>

/** The fields of RFC 6749, and the shape of our specification in `data` and `message`. */
export const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  refresh_token: Type.Optional(Type.String()),
  scope: Type.String(),
  id_token: Type.Optional(Type.String({ description: 'OpenID Connect: with the scope `openid`' })),
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

export const getTokens = endpoint('getTokens', 'POST /token', {
  summary: 'Get tokens',
  description:
    'The OAuth 2.0 token endpoint (RFC 6749). Supports the grants `authorization_code`, `refresh_token`, `client_credentials`, `password` and `urn:ietf:params:oauth:grant-type:device_code` (RFC 8628). Authenticate the client with HTTP Basic or with `client_id` and `client_secret` in the body; a public client sends `client_id` only. Errors have the body of RFC 6749 §5.2. With `resource`, one of the resources of the client, the token is for that service (`aud`) and has only its scopes (RFC 8707). For the password grant of an account with a second factor, send `two_factor_code` too.',
  access: open,
  duringMaintenance: true,
  body: TokenRequest,
  reply: TokenReply,
  hasOAuthErrors: true,
  forApplications: true,
  security,
  // The schema requires nothing: a missing parameter is an error of RFC 6749 §5.2.
  undeclared: { body: { ...TokenRequest, required: ['grant_type'] } },
})

const IntrospectionRequest = Type.Object({
  token: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
})

/** The fields of RFC 7662 without absent ones, and the shape of our specification in `data` and `message`. */
export const IntrospectionReply = Type.Object({
  active: Type.Boolean(),
  sub: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  token_type: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  exp: Type.Optional(Type.Integer()),
  iat: Type.Optional(Type.Integer()),
  jti: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  aud: Type.Optional(Type.String()),
  client_name: Type.Optional(
    Type.String({ description: 'Of a token for another service: the name of the application' }),
  ),
  token_name: Type.Optional(Type.String({ description: 'Of a personal access token' })),
  project_ids: Type.Optional(
    Type.Array(Type.Integer(), { description: 'The projects that a personal access token is limited to' }),
  ),
  is_owner: Type.Optional(
    Type.Boolean({ description: 'Only for the task service: whether the user has the role owner' }),
  ),
  data: Type.Object({
    active: Type.Boolean(),
    sub: Nullable(Type.String()),
    sub_type: Nullable(OneOf('user', 'client')),
    client_id: Nullable(Type.String()),
    token_type: Type.Literal('Bearer'),
    scope: Type.Array(Type.String()),
    exp: Nullable(Type.Integer()),
    iat: Nullable(Type.Integer()),
    jti: Nullable(Type.String()),
  }),
  message: Type.String(),
})
export type IntrospectionReply = Static<typeof IntrospectionReply>

export const introspectToken = endpoint('introspectToken', 'POST /token/introspect', {
  summary: 'Check a token',
  description:
    'Token introspection (RFC 7662). Returns whether an access token or a personal access token is active and what it carries; an unknown, expired or revoked token is `active: false`. Authentication of a confidential client is required if `INTROSPECTION_REQUIRE_AUTH` is on.',
  access: open,
  duringMaintenance: true,
  body: IntrospectionRequest,
  reply: IntrospectionReply,
  hasOAuthErrors: true,
  noCors: true,
  security,
  undeclared: { body: { ...IntrospectionRequest, required: ['token'] } },
})

const RevocationRequest = Type.Object({
  token: Type.Optional(Type.String()),
  token_type_hint: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
})

export const revokeToken = endpoint('revokeToken', 'POST /token/revoke', {
  summary: 'Revoke a token',
  description:
    'Token revocation (RFC 7009). Revokes an access or refresh token of the authenticated client, and the session it belongs to. An unknown token, or one of another client, also returns 200 and changes nothing.',
  access: open,
  duringMaintenance: true,
  body: RevocationRequest,
  reply: Type.Object({
    message: Type.String(),
    sub: Type.Optional(
      Type.String({ description: 'The user of the token, so that the client can end its own session' }),
    ),
  }),
  hasOAuthErrors: true,
  forApplications: true,
  security,
  undeclared: { body: { ...RevocationRequest, required: ['token'] } },
})
