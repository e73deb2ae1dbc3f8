import { isIP } from 'node:net'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'
import { type Visitor, visitorOf } from '#tokens/visitor.ts'
import { authenticateClient, clientAuthentication } from './authenticate-client.ts'
import type { Client } from './client.queries.ts'
import { redeemAuthorizationCode } from './grants/authorization-code.grant.ts'
import { grantToClient } from './grants/client-credentials.grant.ts'
import { signInWithPassword } from './grants/password.grant.ts'
import { refreshTokens } from './grants/refresh-token.grant.ts'
import { OAuthError, replyWithOAuthErrors } from './oauth-error.ts'
import { TokenReply, TokenRequest } from './token.contract.ts'

type Grant = (deps: Deps, client: Client, request: TokenRequest, visitor: Visitor) => Promise<IssuedTokens>

const grants: Record<string, Grant> = {
  authorization_code: redeemAuthorizationCode,
  client_credentials: grantToClient,
  password: signInWithPassword,
  refresh_token: refreshTokens,
}

export async function tokenRoutes(app: App, deps: Deps) {
  await app.register(async (scope: App) => {
    replyWithOAuthErrors(scope)
    scope.post(
      '/token',
      {
        config: {
          access: open,
          rateLimit: { max: 3000, timeWindow: '1 minute' },
          // Not required by the schema itself: what is missing is an error of RFC 6749 §5.2.
          openapi: { body: { ...TokenRequest, required: ['grant_type'] }, security: clientAuthentication },
        },
        schema: {
          tags: ['OAuth'],
          summary: 'Get tokens',
          description:
            'The OAuth 2.0 token endpoint (RFC 6749). Supports the grants `authorization_code`, `refresh_token`, `client_credentials` and `password`. Authenticate the client with HTTP Basic or with `client_id` and `client_secret` in the body; a public client sends `client_id` only. Errors have the body of RFC 6749 §5.2. For the password grant of an account with a second factor, send `two_factor_code` too.',
          body: TokenRequest,
          response: { 200: TokenReply },
        },
      },
      async request => {
        const client = await authenticateClient(deps, request)
        const grant = grantFor(client, request.body.grant_type)
        return tokenReply(await grant(deps, client, request.body, visitorBehind(deps, client, request)))
      },
    )
  })
}

const VISITOR_ADDRESS = 'x-visitor-address'

/**
 * The task service signs people in for them, all from its own address; failures are counted for the one that it names.
 * Nobody else is believed: with an address of their choice they would never be locked out, or lock out others.
 */
function visitorBehind({ settings }: Deps, client: Client, request: FastifyRequest): Visitor {
  const visitor = visitorOf(request)
  const address = String(request.headers[VISITOR_ADDRESS] ?? '')
  const isBelieved = !client.isPublic && client.clientId === settings.TASKS_CLIENT_ID && isIP(address)
  return isBelieved ? { ...visitor, address } : visitor
}

function grantFor(client: Client, grantType: string | undefined): Grant {
  if (!grantType) throw new OAuthError('invalid_request', 'grant_type is missing')
  const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined
  if (!grant)
    throw new OAuthError('unsupported_grant_type', `grant_type is one of: ${Object.keys(grants).join(', ')}`)
  if (!client.grantTypes.split(' ').includes(grantType)) {
    throw new OAuthError('unauthorized_client', `This client may not use the grant ${grantType}`)
  }
  return grant
}

function tokenReply({ accessToken, refreshToken, expiresIn, scopes }: IssuedTokens): TokenReply {
  const fields = {
    access_token: accessToken,
    expires_in: expiresIn,
    token_type: 'Bearer' as const,
    scope: scopes.join(' '),
  }
  return {
    ...fields,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    data: { ...fields, refresh_token: refreshToken },
    message: 'Tokens were issued',
  }
}
