import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { Forbidden, NotAuthenticated } from '#errors.ts'
import type { Route } from '#route.ts'
import { checkOwnAccessToken } from '#tokens/access-token.ts'
import { subjectOf } from '#tokens/secrets.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { findClient } from '../clients/client.queries.ts'
import { readClientClaims } from './client-claims.ts'
import { claimsOfScopes, readUserClaims } from './user-claims.ts'
import { getUserInfo, postUserInfo } from './userinfo.contract.ts'

/** OpenID Connect Core §5.3. Only tokens of applications: our own pages' sessions have no scope `openid`. */
export function userInfoRoutes(route: Route, deps: Deps) {
  route(getUserInfo, {}, ({ request, reply }) => describeUser(request, reply))
  route(postUserInfo, {}, ({ body, request, reply }) => describeUser(request, reply, body?.access_token))

  async function describeUser({ headers }: FastifyRequest, reply: FastifyReply, formToken?: string) {
    const token = headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? formToken
    if (!token) throw refused('not_authenticated', 'Bearer')
    const checked = await checkOwnAccessToken(deps, token)
    const client = checked && (await findClient(deps, checked.actor.clientId))
    if (!client || checked.actor.mustSetUpTwoFactor)
      throw refused('invalid_token', 'Bearer error="invalid_token"')
    const { id: userId, familyId, scopes } = checked.actor
    if (userId === null || familyId === null || !scopes.includes('openid')) throw scopeRequired()
    const { userinfoClaims } = await getAuthentication(deps.db, familyId)
    const claims = [...claimsOfScopes(scopes), ...(userinfoClaims?.split(' ') ?? [])]
    reply.header('cache-control', 'no-store')
    return {
      ...(await readUserClaims(deps, userId, claims)),
      ...(await readClientClaims(deps, { client, userId, scopes, place: 'userinfo' })),
      sub: subjectOf(deps.secrets, client, userId),
    }
  }
}

function refused(code: 'not_authenticated' | 'invalid_token', challenge: string) {
  return new NotAuthenticated(code, {}, { headers: { 'www-authenticate': challenge } })
}

function scopeRequired() {
  const headers = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="openid"' }
  return new Forbidden('scope_required', { scope: 'openid' }, { headers })
}
