import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import { getFirstPartyClient } from './first-party-client.ts'
import { refreshTokens } from './grants/refresh-token.grant.ts'
import { OAuthError } from './oauth-error.ts'

export interface BrowserSession {
  userId: number
  /** Single sign-on grants no more than these. */
  scopes: string[]
}

/** Who is signed in with this browser; a living refresh cookie alone will do, and renews both. */
export async function findBrowserSession(
  deps: Deps,
  request: FastifyRequest,
): Promise<BrowserSession | null> {
  const { access_token, refresh_token } = request.cookies
  const own = access_token ? await sessionOf(deps, access_token) : null
  if (own !== null || !refresh_token) return own
  const client = await getFirstPartyClient(deps)
  const tokens = await refreshTokens(deps, client, { refresh_token }).catch(refusal)
  if (!tokens) return null
  request.renewedSession = tokens
  return sessionOf(deps, tokens.accessToken)
}

/** Only tokens of our own pages count: those of an application are not the browser's. */
async function sessionOf(deps: Deps, accessToken: string): Promise<BrowserSession | null> {
  const checked = await checkAccessToken(deps, accessToken)
  if (!checked || checked.actor.clientId !== deps.settings.OAUTH2_CLIENT_ID) return null
  const { id: userId } = checked.actor
  return userId === null ? null : { userId, scopes: checked.claims.scopes }
}

function refusal(error: unknown) {
  if (error instanceof OAuthError) return undefined
  throw error
}
