import { isIP } from 'node:net'
import { isPersonalToken } from '@atrium/core/personal-token'
import { JsonText } from '@atrium/http/routes/replies'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { protectedResources } from '#settings.ts'
import { findPersonalToken, publicTokenId } from '#sign-in/personal-tokens/personal-token.commands.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'
import { subjectOf } from '#tokens/secrets.ts'
import type { CheckedToken } from '#tokens/token-cache.ts'
import { findIssuedToken, revokeIssuedToken } from '#tokens/user-session.commands.ts'
import { type Visitor, visitorOf } from '#tokens/visitor.ts'
import { type Client, findClient } from '../clients/client.queries.ts'
import {
  authenticateClient,
  authenticateConfidentialClient,
  hasClientCredentials,
  isClientByHeader,
} from '../clients/client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'
import { grantFor } from './grants.ts'
import {
  getTokens,
  type IntrospectionReply,
  introspectToken,
  revokeToken,
  type TokenReply,
} from './token.contract.ts'

/** In a context that replies with OAuth errors. */
export function tokenRoutes(route: Route, deps: Deps) {
  route(getTokens, { rateLimit: { max: 3000, timeWindow: '1 minute' } }, async ({ body, request }) => {
    const client = await authenticateClient(deps, request)
    const grant = grantFor(client, body.grant_type)
    return tokenReply(await grant(deps, client, body, visitorBehind(deps, client, request)))
  })

  const activeText = createActiveText()
  // A service checks the tokens of all its users from one address.
  const rateLimit = { allowList: (request: FastifyRequest) => isClientByHeader(deps, request) }

  route(introspectToken, { rateLimit }, async ({ body, request }) => {
    const mustAuthenticate = deps.settings.INTROSPECTION_REQUIRE_AUTH || hasClientCredentials(request)
    const client = mustAuthenticate ? await authenticateConfidentialClient(deps, request) : undefined
    const isForTasks = client !== undefined && client.clientId === deps.settings.TASKS_CLIENT_ID
    if (body.token === undefined) throw new OAuthError('parameter_missing', { name: 'token' })
    if (isPersonalToken(body.token)) return personalTokenReply(deps, body.token, isForTasks)
    const checked = await checkAccessToken(deps, body.token)
    if (!checked || lacksSecondFactor(deps, checked)) return inactive
    const { aud, client_id } = checked.claims
    if (aud === client_id) return activeText(checked, isForTasks)
    return { ...activeReply(checked, isForTasks), client_name: (await findClient(deps, client_id))?.name }
  })

  /** RFC 7009: an unknown token is no error, and another client's token stays valid. */
  route(revokeToken, {}, async ({ body, request }) => {
    const client = await authenticateClient(deps, request)
    if (!body.token) throw new OAuthError('parameter_missing', { name: 'token' })
    const found = await findIssuedToken(deps, body.token)
    const own = found?.clientId === client.id ? found : undefined
    if (own) await revokeIssuedToken(deps, own)
    return {
      message: 'Token revoked',
      ...(own?.userId && { sub: subjectOf(deps.secrets, client, own.userId) }),
    }
  })
}

const VISITOR_ADDRESS = 'x-visitor-address'

/**
 * The task service signs in its users from its own address; failures are counted for the address that it names. No
 * other client is trusted with this: it could avoid every lockout, or lock out others.
 */
function visitorBehind({ settings }: Deps, client: Client, request: FastifyRequest): Visitor {
  const visitor = visitorOf(request)
  const address = String(request.headers[VISITOR_ADDRESS] ?? '')
  const isTrusted = !client.isPublic && client.clientId === settings.TASKS_CLIENT_ID && isIP(address)
  return isTrusted ? { ...visitor, address } : visitor
}

function tokenReply({ accessToken, refreshToken, idToken, expiresIn, scopes }: IssuedTokens): TokenReply {
  const fields = {
    access_token: accessToken,
    expires_in: expiresIn,
    token_type: 'Bearer' as const,
    scope: scopes.join(' '),
  }
  return {
    ...fields,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    ...(idToken && { id_token: idToken }),
    data: { ...fields, refresh_token: refreshToken },
    message: 'Tokens issued',
  }
}

/** Other applications don't accept users who have not set up the second factor that their role requires (decision 36). */
function lacksSecondFactor({ settings }: Deps, { actor }: CheckedToken) {
  return actor.mustSetUpTwoFactor && actor.clientId !== settings.OAUTH2_CLIENT_ID
}

/** Written once for each token in the cache: services ask for the same one again and again. */
function createActiveText() {
  const forTasks = new WeakMap<CheckedToken, JsonText>()
  const forOthers = new WeakMap<CheckedToken, JsonText>()
  return (checked: CheckedToken, isForTasks: boolean) => {
    const texts = isForTasks ? forTasks : forOthers
    const known = texts.get(checked)
    if (known) return known
    const text = new JsonText(JSON.stringify(activeReply(checked, isForTasks)))
    texts.set(checked, text)
    return text
  }
}

function activeReply({ actor, claims }: CheckedToken, isForTasks: boolean): IntrospectionReply {
  const { sub, client_id, exp, iat, jti, iss, aud } = claims
  const data: IntrospectionReply['data'] = {
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
  const scope = actor.scopes.join(' ')
  const message = 'The token is active'
  const fields = { client_id, token_type: 'Bearer', scope, exp, iat, jti, iss, aud }
  const own = { ...(sub !== null && { sub }), ...(isForTasks && { is_owner: actor.isOwner }) }
  return { active: true, data, message, ...own, ...fields }
}

/** The end of a token without one, as a number that every client can compare. */
const NEVER = '9999-12-31T23:59:59Z'

/** A personal access token is issued by the account pages, so its client is the first-party client. */
async function personalTokenReply(
  deps: Deps,
  token: string,
  isForTasks: boolean,
): Promise<IntrospectionReply> {
  const found = await findPersonalToken(deps, token)
  if (!found) return inactive
  const { id, userId, name, scope, projectIds, createdAt, expiresAt, isOwner } = found
  const [aud] = protectedResources(deps.settings)
  const fields = {
    active: true,
    sub: String(userId),
    client_id: deps.settings.OAUTH2_CLIENT_ID,
    token_type: 'Bearer' as const,
    exp: secondsOf(expiresAt ?? NEVER),
    iat: secondsOf(createdAt),
    jti: publicTokenId(id),
  }
  return {
    ...fields,
    scope,
    iss: deps.settings.IDENTITY_URL,
    token_name: name,
    ...(aud && { aud }),
    ...(projectIds && { project_ids: projectIds }),
    ...(isForTasks && { is_owner: isOwner }),
    data: { ...fields, sub_type: 'user', scope: scope.split(' ') },
    message: 'The token is active',
  }
}

function secondsOf(instant: string) {
  return Math.floor(Date.parse(instant) / 1000)
}

const inactive: IntrospectionReply = {
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
