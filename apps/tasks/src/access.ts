import { sha256 } from '@atrium/core/sha256'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import type { Idempotency } from '@atrium/http/idempotency/replay-answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import { resolveSession } from '#sign-in/session.ts'
import type { DB } from './database.ts'
import type { Deps } from './deps.ts'
import { allowedOrigins } from './settings.ts'

export function authenticator(deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    return resolveSession(deps, request, reply)
  }
}

/** A key belongs to a user, whichever session or token it is sent with. */
export function idempotencyOf(deps: Deps): Idempotency<DB, Actor> {
  return {
    db: deps.db,
    now: () => deps.now(),
    ownerColumn: { name: 'user_id', type: 'bigint' },
    ownerOf: ({ id }) => id,
    // A project-limited token must not get the stored answer of a full session.
    limitsOf: actor => {
      const projects = tokenProjects(actor)
      return projects ? [projects] : []
    },
    digest: sha256,
    secret: deps.settings.TASKS_CLIENT_SECRET,
  }
}
