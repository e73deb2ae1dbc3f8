import type { Access } from '@atrium/http/access'
import { Forbidden } from '@atrium/http/errors'
import { checkOriginOfChange } from '@atrium/http/origin-check'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
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
