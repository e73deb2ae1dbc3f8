import { Nullable, OneOf } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import type { CheckedToken } from '#tokens/token-cache.ts'
import {
  authenticateConfidentialClient,
  clientAuthentication,
  hasClientCredentials,
  isClientByHeader,
} from './authenticate-client.ts'
import { OAuthError, replyWithOAuthErrors } from './oauth-error.ts'

const IntrospectionRequest = Type.Object({
  token: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
})

const IntrospectionResult = Type.Object({
  active: Type.Boolean(),
  sub: Nullable(Type.String()),
  sub_type: Nullable(OneOf('user', 'client')),
  client_id: Nullable(Type.String()),
  token_type: Type.Literal('Bearer'),
  scope: Type.Array(Type.String()),
  exp: Nullable(Type.Integer()),
  iat: Nullable(Type.Integer()),
  jti: Nullable(Type.String()),
})
type IntrospectionResult = Static<typeof IntrospectionResult>

/** RFC 7662's fields at the top, where an absent one is left out, and the document's own shape in `data`. */
const IntrospectionReply = Type.Object({
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
  data: IntrospectionResult,
  message: Type.String(),
})

const inactive: Static<typeof IntrospectionReply> = {
  active: false,
  data: {
    active: false,
    sub: null,
    sub_type: null,
    client_id: null,
    token_type: 'Bearer',
    scope: [],
    exp: null,
    iat: null,
    jti: null,
  },
  message: 'The token is not active',
}

export async function introspectionRoutes(app: App, deps: Deps) {
  await app.register(async (scope: App) => {
    replyWithOAuthErrors(scope)
    scope.post(
      '/token/introspect',
      {
        config: {
          access: open,
          noCors: true,
          // A service asks for all of its users, and from one address.
          rateLimit: { allowList: request => isClientByHeader(deps, request) },
          openapi: { body: { ...IntrospectionRequest, required: ['token'] }, security: clientAuthentication },
        },
        schema: {
          tags: ['OAuth'],
          summary: 'Check a token',
          description:
            'Token introspection (RFC 7662). Returns whether an access token is active and what it carries; an unknown, expired or revoked token is `active: false`. Authentication of a confidential client is required if `INTROSPECTION_REQUIRE_AUTH` is on.',
          body: IntrospectionRequest,
          response: { 200: IntrospectionReply },
        },
      },
      async request => {
        const mustAuthenticate = deps.settings.INTROSPECTION_REQUIRE_AUTH || hasClientCredentials(request)
        if (mustAuthenticate) await authenticateConfidentialClient(deps, request)
        const { token } = request.body
        if (token === undefined) throw new OAuthError('invalid_request', 'token is missing')
        const checked = await checkAccessToken(deps, token)
        return checked && !isHeldBack(deps, checked) ? activeReply(checked) : inactive
      },
    )
  })
}

/** Other applications let nobody in whose role needs a second factor before they have one (decision 36). */
function isHeldBack({ settings }: Deps, { actor }: CheckedToken) {
  return actor.mustSetUpTwoFactor && actor.clientId !== settings.OAUTH2_CLIENT_ID
}

function activeReply({ actor, claims }: CheckedToken): Static<typeof IntrospectionReply> {
  const { sub, client_id, exp, iat, jti, iss, aud } = claims
  const data: IntrospectionResult = {
    active: true,
    sub,
    sub_type: sub === null ? 'client' : 'user',
    client_id,
    token_type: 'Bearer',
    scope: actor.scopes,
    exp,
    iat,
    jti,
  }
  const standard = { client_id, exp, iat, jti, iss, aud, token_type: 'Bearer', scope: actor.scopes.join(' ') }
  return { active: true, ...(sub !== null && { sub }), ...standard, data, message: 'The token is active' }
}
