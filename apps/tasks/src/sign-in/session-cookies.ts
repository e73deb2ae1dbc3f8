import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#settings.ts'
import type { Tokens } from './identity-client.ts'

export const ACCESS_COOKIE = 'app_access_token'
export const REFRESH_COOKIE = 'app_refresh_token'
/** Names the browser for its push subscription, which ends with the session. */
export const PUSH_COOKIE = 'app_push'
/** Readable by the application, which it tells whose data this browser may keep and show before the service answers. */
const USER_COOKIE = 'app_user'

export function setSessionCookies(reply: FastifyReply, settings: Settings, tokens: Tokens) {
  reply.setCookie(ACCESS_COOKIE, tokens.accessToken, {
    ...attributes(settings),
    maxAge: tokens.expiresIn,
  })
  if (tokens.refreshToken === null) return
  reply.setCookie(REFRESH_COOKIE, tokens.refreshToken, {
    ...attributes(settings),
    maxAge: settings.OAUTH2_REFRESH_TOKEN_TTL,
  })
}

export function clearSessionCookies(reply: FastifyReply, settings: Settings) {
  reply.clearCookie(ACCESS_COOKIE, attributes(settings))
  reply.clearCookie(REFRESH_COOKIE, attributes(settings))
  reply.clearCookie(PUSH_COOKIE, attributes(settings))
  clearUserCookie(reply, settings)
}

/** Never, if the installation keeps nothing in browsers. */
export function setUserCookie(reply: FastifyReply, settings: Settings, userId: number) {
  if (settings.OFFLINE_DATA === 'off') return clearUserCookie(reply, settings)
  reply.setCookie(USER_COOKIE, String(userId), {
    ...readable(settings),
    maxAge: settings.OAUTH2_REFRESH_TOKEN_TTL,
  })
}

/** Whenever the application starts in a browser; other clients have no cookies. */
export function renewUserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
  userId: number | undefined,
) {
  const { [ACCESS_COOKIE]: access, [REFRESH_COOKIE]: refresh, [USER_COOKIE]: user } = request.cookies
  if (userId !== undefined && (access || refresh)) setUserCookie(reply, settings, userId)
  else if (user) clearUserCookie(reply, settings)
}

function clearUserCookie(reply: FastifyReply, settings: Settings) {
  reply.clearCookie(USER_COOKIE, readable(settings))
}

/** For its own host only, even with COOKIE_DOMAIN: no other service needs it. */
function readable({ COOKIE_SECURE }: Settings) {
  return { httpOnly: false, secure: COOKIE_SECURE, sameSite: 'lax' as const, path: '/' }
}

export function attributes({ COOKIE_DOMAIN, COOKIE_SECURE }: Settings) {
  return { httpOnly: true, secure: COOKIE_SECURE, sameSite: 'lax' as const, domain: COOKIE_DOMAIN, path: '/' }
}
