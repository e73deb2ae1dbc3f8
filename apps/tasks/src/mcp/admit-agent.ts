import { languageOf } from '@atrium/core/language'
import { isPersonalToken } from '@atrium/core/personal-token'
import { isOriginAllowed } from '@atrium/http/app/protection'
import type { FastifyRequest } from 'fastify'
import type { TasksScope } from '#access.contract.ts'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, NotAuthenticated } from '#errors.ts'
import { allowedOrigins, mcpAddress } from '#settings.ts'
import { agentOfToken } from '#sign-in/session.ts'

/** The agent that calls. Cookies count for nothing here, so that no page of another site can call as its visitor. */
export async function admitAgent(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const { origin } = request.headers
  if (!isOriginAllowed(request, allowedOrigins(deps.settings)))
    throw new Forbidden('foreign_origin', { origin: origin ?? null })
  const [, token] = request.headers.authorization?.match(/^Bearer +(\S+)$/i) ?? []
  if (!token) throw refusal(deps, 'not_authenticated')
  const claims = await deps.tokenCheck.check(token, { isChange: true, resource: mcpAddress(deps.settings) })
  const isForAgents =
    claims && (isPersonalToken(token) || claims.sub === null || claims.aud === mcpAddress(deps.settings))
  if (!isForAgents) throw refusal(deps, 'invalid_token')
  return agentOfToken(deps, claims, languageOf(request)).catch(error => {
    if (error instanceof NotAuthenticated && error.code === 'invalid_token')
      throw refusal(deps, 'invalid_token')
    throw error
  })
}

/** RFC 6750 §3, RFC 9728 §5.1. */
function refusal({ settings }: Deps, code: 'not_authenticated' | 'invalid_token') {
  const error = code === 'invalid_token' ? 'error="invalid_token", ' : ''
  const challenge = `Bearer ${error}${metadataOf(settings)}, scope="tasks:read"`
  return new NotAuthenticated(code, {}, { headers: { 'www-authenticate': challenge } })
}

/** Names all scopes that the call needs, so that the client asks its user once. */
export function requireScopes({ settings }: Deps, { grant }: Actor, scopes: readonly TasksScope[]) {
  const missing = scopes.find(scope => !grant?.scopes.includes(scope))
  if (missing === undefined) return
  const all = scopes.join(' ')
  const challenge = `Bearer error="insufficient_scope", scope="${all}", ${metadataOf(settings)}`
  throw new Forbidden('scope_required', { scope: missing }, { headers: { 'www-authenticate': challenge } })
}

function metadataOf({ TASKS_URL }: Deps['settings']) {
  return `resource_metadata="${TASKS_URL}/.well-known/oauth-protected-resource/mcp"`
}
