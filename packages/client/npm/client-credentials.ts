import { ApiError } from '../src/api-error.ts'
import type { TokenSource } from './request.ts'
import { createSend } from './send.ts'

export interface ClientCredentials {
  /** The address of the identity service. */
  identityUrl: string
  clientId: string
  clientSecret: string
  /** Scopes to ask for, separated by spaces; all that the client has unless stated. */
  scope?: string
  /** The service that the token is for (RFC 8707); the identity service unless stated. */
  resource?: string
}

interface Issued {
  token: string
  expiresAt: number
}

/** A token is replaced this long before it expires. */
const EARLY_MS = 30_000

/** Tokens of a client that acts for itself. One is used until shortly before it expires. */
export function clientCredentials(credentials: ClientCredentials): TokenSource {
  const send = createSend({ url: credentials.identityUrl })
  let current: Promise<Issued> | undefined
  return async rejected => {
    const asked = current
    const known = await asked?.catch(() => undefined)
    const isUsable = known && known.token !== rejected && Date.now() < known.expiresAt - EARLY_MS
    // Calls that find it expired at the same time wait for one new token.
    if (!isUsable && current === asked) current = fetchToken()
    return ((await current) as Issued).token
  }

  async function fetchToken() {
    const { clientId, clientSecret, scope, resource } = credentials
    const body = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope && { scope }),
      ...(resource && { resource }),
    }
    const reply = (await send({ method: 'POST', path: '/token', isOpen: true }, { body })) as Record<
      string,
      unknown
    >
    const { access_token: token, expires_in: seconds } = reply
    if (typeof token !== 'string') throw new ApiError(0, 'The response has no access token')
    return { token, expiresAt: Date.now() + Number(seconds) * 1000 }
  }
}
