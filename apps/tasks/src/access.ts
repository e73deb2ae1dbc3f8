import { EntityNotFound, Forbidden } from '@atrium/core/errors'
import type { Access } from '@atrium/http/access'
import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
import type { Place } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { type Right, rights } from '#projects/rights.contract.ts'
import { resolveSession } from '#sign-in/session.ts'
import type { Deps } from './deps.ts'
import { allowedOrigins } from './settings.ts'

export function actorOf(request: FastifyRequest) {
  return request.actor as Actor
}

export function authenticator(deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    return resolveSession(deps, request, reply)
  }
}

export const anyToken: Access = { rule: { token: true } }

/** A permission of the service's own roles; what a member may do in a project is another matter. */
export function permission(name: string): Access {
  return {
    rule: { token: true, permission: name },
    checkRequest: request => {
      if (actorOf(request).permissions.has(name)) return
      throw new Forbidden(`You need the permission ${name}`, { details: { permission: name } })
    },
  }
}

type FindPlace = (userId: number, id: number) => Promise<Place | undefined>

/**
 * A right in the project of the record that the path's id names. The record says which project that is: whatever
 * else the request names is checked where it is used.
 */
export function inProject(right: Right, entity: string, find: FindPlace): Access {
  return {
    rule: { token: true, right, role: rights[right] },
    checkSubject: async request => {
      const actor = actorOf(request)
      const place = await find(actor.id, (request.params as { id: number }).id)
      if (!place) throw new EntityNotFound(entity)
      requireRight(actor, place, right)
    },
  }
}
