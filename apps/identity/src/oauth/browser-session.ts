import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { checkAccessToken } from '#tokens/check-access-token.ts'
import { getFirstPartyClient } from './first-party-client.ts'
import { refreshTokens } from './grants/refresh-token.grant.ts'
import { OAuthError } from './oauth-error.ts'

/** The user who is signed in with this browser; a living refresh cookie alone will do, and renews both. */
export async function signedInUser(deps: Deps, request: FastifyRequest) {
  const { access_token, refresh_token } = request.cookies
  const own = access_token ? await ownerOf(deps, access_token) : null
  if (own !== null || !refresh_token) return own
  const client = await getFirstPartyClient(deps)
  const tokens = await refreshTokens(deps, client, { refresh_token }).catch(refusal)
  if (!tokens) return null
  request.renewedSession = tokens
  return ownerOf(deps, tokens.accessToken)
}

/** Only tokens of our own pages count: those of an application are not the browser's. */
async function ownerOf(deps: Deps, accessToken: string) {
  const checked = await checkAccessToken(deps, accessToken)
  return checked?.actor.clientId === deps.settings.OAUTH2_CLIENT_ID ? checked.actor.id : null
}

function refusal(error: unknown) {
  if (error instanceof OAuthError) return undefined
  throw error
}
