import { isPersonalToken } from '@atrium/core/personal-token'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import type { Idempotency } from '@atrium/http/idempotency/replay-answers'
import { presentedToken } from '@atrium/http/routes/credentials'
import type { FastifyRequest } from 'fastify'
import { type Actor, nameOf } from '#access-control/actor.ts'
import { actorAt } from '#access-control/admin-networks.ts'
import { directoryOf, isClientSecret, SCIM_PATH } from '#scim/directory-secret.ts'
import { checkOwnAccessToken } from '#tokens/access-token.ts'
import type { CheckedToken } from '#tokens/token-cache.ts'
import type { DB } from './database.ts'
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
    if (request.url.startsWith(SCIM_PATH) && isClientSecret(token))
      return directoryOf(deps, token).then(actor => actorAt(deps.settings, refusedUnless(actor), request.ip))
    if (!request.headers.authorization) checkOriginOfChange(request, origins)
    const checked = checkOwnAccessToken(deps, token)
    return checked instanceof Promise
      ? checked.then(checked => callerOf(deps, checked, request))
      : callerOf(deps, checked, request)
  }
}

function callerOf({ settings }: Deps, checked: CheckedToken | undefined, request: FastifyRequest): Actor {
  return actorAt(settings, refusedUnless(checked?.actor), request.ip)
}

function refusedUnless(actor: Actor | undefined): Actor {
  if (actor) return actor
  throw new NotAuthenticated('invalid_token', {}, { headers: challenge })
}

/**
 * A key belongs to a user, or to a client on its own behalf, whichever token it is sent with: a session may have been
 * renewed before the repeat. An answer for one application is none for another.
 */
export function idempotencyOf(deps: Deps): Idempotency<DB, Actor> {
  return {
    db: deps.db,
    now: () => deps.now(),
    ownerColumn: { name: 'actor', type: 'text' },
    ownerOf: nameOf,
    limitsOf: ({ clientId }) => [clientId],
    digest: deps.secrets.digest, // a body can contain a password
    secret: deps.settings.OAUTH2_ENCRYPTION_KEY,
  }
}
