import { presentedToken } from '@atrium/http/presented-token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { forgetRefresh } from './refresh-once.ts'
import { ACCESS_COOKIE, clearSessionCookies } from './session-cookies.ts'
import { sessionDigest } from './session-digest.ts'

/** Ends the session here and, by proxy, at the identity service; its status and cookies are passed on. */
export async function signOut(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const token = presentedToken(request, ACCESS_COOKIE)
  clearSessionCookies(reply, deps.settings)
  const { app_refresh_token } = request.cookies
  const refreshed = app_refresh_token && (await forgetRefresh(deps, app_refresh_token))
  if (token) await forgetSession(deps, token)
  if (refreshed) await forgetSession(deps, refreshed.accessToken)
  try {
    const status = token ? (await deps.identity.logout({ authorization: `Bearer ${token}` })).status : 200
    // An access token ends itself and its own refresh token, and not even that once it has expired. The refresh token
    // ends the whole sign-in, also what it was exchanged for a moment ago.
    if (app_refresh_token) await deps.identity.revoke(app_refresh_token)
    await endBrowserSession(deps, request, reply)
    return reply.code(status).send({ message: 'You are signed out' })
  } catch (error) {
    request.log.warn({ err: error }, 'signed out here only')
    return reply.send({ message: 'You are signed out here; the identity service could not be told' })
  }
}

/** The next check asks the identity service again, and open streams of the session end on every instance. */
async function forgetSession({ tokenCheck, bus }: Deps, token: string) {
  tokenCheck.forget(token)
  await bus.publish({ name: 'end', session: sessionDigest(token) })
}

/** Where both services share a host the browser also sends the identity service's own cookies: that session ends too. */
async function endBrowserSession({ identity }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { access_token, refresh_token } = request.cookies
  const token = access_token ?? (refresh_token && (await identity.refreshBrowser(refresh_token)))
  if (!token) return
  const response = await identity.logout({ cookie: `access_token=${token}` })
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}
