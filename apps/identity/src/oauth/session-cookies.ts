import type { FastifyReply } from 'fastify'
import type { Settings } from '#settings.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'

const ACCESS_PATH = '/'
const REFRESH_PATH = '/auth'

/** For the API description. */
export const sessionCookiesSet =
  'One line each for `access_token` and `refresh_token` (only for `/auth`), both `HttpOnly` and `SameSite=Strict`'
export const sessionCookiesCleared = 'Clears `access_token` and `refresh_token`'

export function setSessionCookies(reply: FastifyReply, settings: Settings, tokens: IssuedTokens) {
  reply.setCookie('access_token', tokens.accessToken, {
    ...attributes(settings),
    path: ACCESS_PATH,
    maxAge: tokens.expiresIn,
  })
  reply.setCookie('refresh_token', tokens.refreshToken ?? '', {
    ...attributes(settings),
    path: REFRESH_PATH,
    maxAge: settings.OAUTH2_REFRESH_TOKEN_TTL,
  })
}

export function clearSessionCookies(reply: FastifyReply, settings: Settings) {
  reply.clearCookie('access_token', { ...attributes(settings), path: ACCESS_PATH })
  reply.clearCookie('refresh_token', { ...attributes(settings), path: REFRESH_PATH })
}

function attributes({ COOKIE_DOMAIN, COOKIE_SECURE }: Settings) {
  return { httpOnly: true, secure: COOKIE_SECURE, sameSite: 'strict' as const, domain: COOKIE_DOMAIN }
}
