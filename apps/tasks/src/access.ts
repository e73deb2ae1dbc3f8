import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
import { resolveSession } from '#sign-in/session.ts'
import type { Deps } from './deps.ts'
import { allowedOrigins } from './settings.ts'

export function authenticator(deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    return resolveSession(deps, request, reply)
  }
}
