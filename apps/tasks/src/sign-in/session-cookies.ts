import type { FastifyReply } from 'fastify'
import type { Settings } from '#settings.ts'
import type { Tokens } from './identity-client.ts'

export const ACCESS_COOKIE = 'app_access_token'
export const REFRESH_COOKIE = 'app_refresh_token'

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
}

export function attributes({ COOKIE_DOMAIN, COOKIE_SECURE }: Settings) {
  return { httpOnly: true, secure: COOKIE_SECURE, sameSite: 'lax' as const, domain: COOKIE_DOMAIN, path: '/' }
}
