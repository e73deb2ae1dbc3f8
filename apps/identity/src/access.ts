import { EntityNotFound, Forbidden, NotAuthenticated } from '@atrium/core/errors'
import type { Access } from '@atrium/http/access'
import { checkOriginOfChange } from '@atrium/http/origin-check'
import { presentedToken } from '@atrium/http/presented-token'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#access-control/actor.ts'
import type { Scope } from '#access-control/scopes.contract.ts'
import { TwoFactorSetupRequired } from '#access-control/two-factor-setup.ts'
import { checkAccessToken } from '#tokens/check-access-token.ts'
import type { Deps } from './deps.ts'
import { allowedOrigins } from './settings.ts'

export function actorOf(request: FastifyRequest) {
  return request.actor as Actor
}

/** The token check: from the header or, failing that, from the cookie. */
export function authenticator(deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  return async (request: FastifyRequest): Promise<Actor> => {
    const token = presentedToken(request, 'access_token')
    if (!token) throw new NotAuthenticated('Sign in first: this needs an access token')
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    const checked = await checkAccessToken(deps, token)
    if (!checked) {
      throw new NotAuthenticated('The access token is expired, revoked or not right', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
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

/** What somebody may call before they have the second factor that their role needs. */
export const forSettingUp = { isForSettingUp: true }

export function needs(scope: Scope, rule: PermissionRule, { isForSettingUp = false } = {}): Access {
  return {
    rule: { token: true, scope, permission: rule.permission, isForSettingUp },
    checkRequest: request => {
      const actor = actorOf(request)
      if (actor.mustSetUpTwoFactor && !isForSettingUp) throw new TwoFactorSetupRequired()
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

/** Nobody does it for somebody else. */
export function self(name: string, subjectOf: (request: FastifyRequest) => number | null): PermissionRule {
  return {
    permission: `${name}.self`,
    checkRequest: actor => requirePermission(actor, `${name}.self`),
    checkSubject: (actor, request) => {
      if (actor.id === null || subjectOf(request) !== actor.id) {
        throw new Forbidden('Everybody does this for themselves', { details: { permission: `${name}.self` } })
      }
    },
  }
}

/** As selfOrAny, where the subject is the owner of the addressed record: to others there is no such record. */
export function ownOrAny(
  name: string,
  entity: string,
  findOwner: (id: number) => Promise<number | undefined>,
  /** Records that every user may read. */
  isForEverybody: (id: number) => Promise<boolean> = async () => false,
): PermissionRule {
  return {
    ...selfOrAny(name, () => null),
    checkSubject: async (actor, request) => {
      if (actor.permissions.has(`${name}.any`)) return
      const ownerId = await findOwner(pathUser(request))
      if (ownerId === actor.id || (await isForEverybody(pathUser(request)))) return
      const isSeen = actor.permissions.has(`${name.replace('.write', '.read')}.any`)
      if (ownerId === undefined || !isSeen) throw new EntityNotFound(entity)
      requirePermission(actor, `${name}.any`)
    },
  }
}

/** The user that the query names, or the caller. */
export function queryUser(request: FastifyRequest) {
  return (request.query as { userId?: number }).userId ?? actorOf(request).id
}

/** Whose records a list shows: with nobody named everybody's, to those who may see them. */
export function listedUser(request: FastifyRequest, name: string) {
  const { userId } = request.query as { userId?: number }
  const actor = actorOf(request)
  if (userId || actor.permissions.has(`${name}.any`)) return userId
  return actor.id ?? undefined
}

/** The user that the body names, or the caller; a body may still hold what its schema refuses. */
export function bodyUser(request: FastifyRequest) {
  const { userId } = request.body as { userId?: unknown }
  return typeof userId === 'number' ? userId : actorOf(request).id
}

/** The user that the path names. */
export function pathUser(request: FastifyRequest) {
  return (request.params as { id: number }).id
}

function requireScope(actor: Actor, scope: Scope) {
  if (actor.scopes.includes(scope)) return
  throw new Forbidden(`The token lacks the scope ${scope}`, {
    details: { scope },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

function requirePermission(actor: Actor, name: string) {
  if (!actor.permissions.has(name)) {
    throw new Forbidden(`You need the permission ${name}`, { details: { permission: name } })
  }
}
