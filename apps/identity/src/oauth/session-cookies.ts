import type { App } from '@atrium/http/create-app'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the browser's session was refreshed to; its cookies are set when the answer goes out. */
    renewedSession: IssuedTokens | null
  }
}

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

/** Not before: a sign-out that has overtaken the request must not be undone by its answer. */
export function sendRenewedSessions(app: App, deps: Deps) {
  app.decorateRequest('renewedSession', null)
  app.addHook('onSend', async (request, reply) => {
    const tokens = request.renewedSession
    if (!tokens) return
    request.renewedSession = null
    if (await checkAccessToken(deps, tokens.accessToken)) setSessionCookies(reply, deps.settings, tokens)
    else clearSessionCookies(reply, deps.settings)
  })
}

function attributes({ COOKIE_DOMAIN, COOKIE_SECURE }: Settings) {
  return { httpOnly: true, secure: COOKIE_SECURE, sameSite: 'strict' as const, domain: COOKIE_DOMAIN }
}
