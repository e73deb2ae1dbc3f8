import type { Access } from '@atrium/http/access'
import { presentedToken } from '@atrium/http/credentials'
import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#access-control/actor.ts'
import type { Scope } from '#access-control/scopes.contract.ts'
import { twoFactorSetupRequired } from '#access-control/two-factor-setup.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import type { Deps } from './deps.ts'
import { Forbidden, NotAuthenticated } from './errors.ts'
import { allowedOrigins } from './settings.ts'

export function actorOf(request: FastifyRequest) {
  return request.actor as Actor
}

/** The token check: from the header or, failing that, from the cookie. */
export function authenticator(deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  return async (request: FastifyRequest): Promise<Actor> => {
    const token = presentedToken(request, 'access_token')
    if (!token) throw new NotAuthenticated('not_authenticated')
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    const checked = await checkAccessToken(deps, token)
    if (!checked) {
      const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
      throw new NotAuthenticated('invalid_token', {}, { headers })
    }
    return { ...checked.actor, address: request.ip }
  }
}

/** The second half of a rule: what the actor must be permitted to do, and on whom. */
interface PermissionRule {
  permission: string
  checkRequest?: (actor: Actor) => void
  checkSubject?: (actor: Actor, request: FastifyRequest) => void | Promise<void>
}

export const anyToken: Access = { rule: { token: true } }

/** Can be called before the caller has the second factor that their role requires. */
export const forSettingUp = { isForSettingUp: true }

export function needs(scope: Scope, rule: PermissionRule, { isForSettingUp = false } = {}): Access {
  return {
    rule: { token: true, scope, permission: rule.permission, isForSettingUp },
    checkRequest: request => {
      const actor = actorOf(request)
      if (actor.mustSetUpTwoFactor && !isForSettingUp) throw twoFactorSetupRequired()
      requireScope(actor, scope)
      rule.checkRequest?.(actor)
    },
    checkSubject: async request => rule.checkSubject?.(actorOf(request), request),
  }
}

export function permission(name: string): PermissionRule {
  return { permission: name, checkRequest: actor => requirePermission(actor, name) }
}

/** `….any` always passes, `….self` where the subject of the request is the caller. */
export function selfOrAny(
  name: string,
  subjectOf: (request: FastifyRequest) => number | null,
): PermissionRule {
  return {
    permission: `${name}.self or ${name}.any`,
    checkRequest: actor => {
      if (!actor.permissions.has(`${name}.self`)) requirePermission(actor, `${name}.any`)
    },
    checkSubject: (actor, request) => {
      if (subjectOf(request) !== actor.id) requirePermission(actor, `${name}.any`)
    },
  }
}

/** Only for oneself, whatever other permissions the caller has. */
export function self(name: string, subjectOf: (request: FastifyRequest) => number | null): PermissionRule {
  return {
    permission: `${name}.self`,
    checkRequest: actor => requirePermission(actor, `${name}.self`),
    checkSubject: (actor, request) => {
      if (actor.id === null || subjectOf(request) !== actor.id) {
        throw new Forbidden('only_for_yourself', { permission: `${name}.self` })
      }
    },
  }
}

/** The user that the path names. */
export function pathUser(request: FastifyRequest) {
  return (request.params as { id: number }).id
}

function requireScope(actor: Actor, scope: Scope) {
  if (actor.scopes.includes(scope)) return
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  throw new Forbidden('scope_required', { scope }, { headers })
}

function requirePermission(actor: Actor, name: string) {
  if (!actor.permissions.has(name)) throw new Forbidden('permission_required', { permission: name })
}
