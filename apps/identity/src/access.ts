import { isPersonalToken } from '@atrium/core/personal-token'
import { presentedToken } from '@atrium/http/credentials'
import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#access-control/actor.ts'
import { actorAt } from '#access-control/admin-networks.ts'
import { checkOwnAccessToken } from '#tokens/access-token.ts'
import type { CheckedToken } from '#tokens/token-cache.ts'
import type { Deps } from './deps.ts'
import { NotAuthenticated } from './errors.ts'
import { allowedOrigins } from './settings.ts'

const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' }

/** Finds whose token a request has: from the header or, without one, from the cookie. */
export function authenticator(deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  return (request: FastifyRequest): Actor | Promise<Actor> => {
    const token = presentedToken(request, 'access_token')
    if (!token) throw new NotAuthenticated('not_authenticated')
    if (isPersonalToken(token))
      throw new NotAuthenticated('personal_token_refused', {}, { headers: challenge })
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    const checked = checkOwnAccessToken(deps, token)
    return checked instanceof Promise
      ? checked.then(checked => actorOf(deps, checked, request))
      : actorOf(deps, checked, request)
  }
}

function actorOf({ settings }: Deps, checked: CheckedToken | undefined, request: FastifyRequest): Actor {
  if (checked) return actorAt(settings, checked.actor, request.ip)
  throw new NotAuthenticated('invalid_token', {}, { headers: challenge })
}
