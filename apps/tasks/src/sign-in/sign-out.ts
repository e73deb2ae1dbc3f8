import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import type { Message } from '@atrium/events/bus'
import { presentedToken } from '@atrium/http/routes/credentials'
import type { TokensAnnounced } from '@atrium/token-check/announcements'
import type { DoubtedTokens } from '@atrium/token-check/introspection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { SharedEvent } from '#events.ts'
import { ACCESS_COOKIE, clearSessionCookies, PUSH_COOKIE } from './session-cookies.ts'

/** Anything else might not even fit into a header. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Ends the session at the identity service first and then here, on every instance, so that an introspection cached in
 * between is evicted too. Passes on the identity service's status and cookies.
 */
export async function signOut(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  clearSessionCookies(reply, deps.settings)
  const accessToken = presentedToken(request, ACCESS_COOKIE)
  const { app_refresh_token: refreshToken } = request.cookies
  const refreshed = refreshToken ? await deps.sessionRefresh.takeOutcome(refreshToken) : undefined
  const digests = [accessToken, refreshed?.accessToken].filter(isPresent).map(token => sha256(token))
  const ended = await endThere(deps, request, { accessToken, refreshToken }).catch(error => {
    request.log.warn({ err: error }, 'signed out here only')
  })
  const device = request.cookies[PUSH_COOKIE]
  const endedHere = { digests, device: device && sha256(device) }
  await endHere(deps, endedHere, ended ? ended.users : [undefined])
  if (!ended) return { message: 'Signed out here; the identity service is not responding' }
  for (const cookie of ended.response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.code(ended.response.status)
  return { message: 'Signed out' }
}

/** For the token check, which asks about these tokens again on every instance. */
export function doubtedTokens(message: object): DoubtedTokens | 'all' | undefined {
  const event = message as Message<SharedEvent> | TokensAnnounced
  if (event.name === 'SessionEnded') return { digests: event.digests, sub: event.passportId?.toString() }
  if (event.name !== 'TokensAnnounced') return undefined
  const { userId, tokenId, clientId } = event
  const isAboutAll = userId === undefined && tokenId === undefined && clientId === undefined
  return isAboutAll ? 'all' : { sub: userId?.toString(), tokenId, clientId }
}

interface OwnTokens {
  accessToken: string | undefined
  refreshToken: string | undefined
}

async function endThere(
  { identity }: Deps,
  request: FastifyRequest,
  { accessToken, refreshToken }: OwnTokens,
) {
  // Each ends its whole session, including the tokens that it has just been exchanged for.
  const users = await Promise.all([accessToken, refreshToken].filter(isPresent).map(identity.revoke))
  const response = await identity.logout(
    JWT.test(accessToken ?? '') ? { authorization: `Bearer ${accessToken}` } : {},
  )
  // If both services share a host, the browser also sends the identity service's own cookies: that session ends too.
  const cookies = ['access_token', 'refresh_token'].flatMap(name => {
    const value = request.cookies[name]
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
  if (cookies.length > 0) await identity.logout({ cookie: cookies.join('; ') })
  return { response, users: [...new Set(users.filter(user => user !== undefined))] }
}

interface EndedHere {
  digests: string[]
  device: string | undefined
}

/** Resolves when every instance has received it. */
async function endHere(deps: Deps, session: EndedHere, users: (number | undefined)[]) {
  if (users.length === 0) return
  await inTransaction(deps, async (_tx, emit) => {
    for (const passportId of users) await emit({ type: 'SessionEnded', ...session, passportId })
  })
}

function isPresent(token: string | undefined): token is string {
  return Boolean(token)
}
