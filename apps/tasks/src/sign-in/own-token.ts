import { Unavailable } from '#errors.ts'

/** The token is renewed a fifth of its life before it expires, at most a minute, so that requests in flight stay valid. */
const MAX_RENEWED_AHEAD_SECONDS = 60

export interface OwnToken {
  /** Sends a request with the service's own access token; once more with a new one if that has been revoked. */
  send: <Answer extends { status: number }>(
    request: (headers: { authorization: string }) => Promise<Answer>,
  ) => Promise<Answer>
}

interface Issued {
  accessToken: string
  expiresIn: number
}

/** The service's own access token (client credentials), shared by all requests until it expires. */
export function createOwnToken(request: () => Promise<Issued | undefined>, now: () => Date): OwnToken {
  let current: { accessToken: Promise<string>; renewAt: number } | undefined

  function get() {
    if (current && now().getTime() < current.renewAt) return current
    const requested = { accessToken: fetchToken(), renewAt: Number.POSITIVE_INFINITY }
    current = requested
    return requested

    async function fetchToken() {
      try {
        const tokens = await request()
        if (!tokens) throw new Unavailable('own_token_refused', { retryAfter: 60 })
        const renewedAhead = Math.min(MAX_RENEWED_AHEAD_SECONDS, tokens.expiresIn / 5)
        requested.renewAt = now().getTime() + (tokens.expiresIn - renewedAhead) * 1000
        return tokens.accessToken
      } catch (error) {
        if (current === requested) current = undefined
        throw error
      }
    }
  }

  return {
    send: async request => {
      const used = get()
      const answer = await request(headersOf(await used.accessToken))
      if (answer.status !== 401) return answer
      if (current === used) current = undefined
      return request(headersOf(await get().accessToken))
    },
  }
}

function headersOf(accessToken: string) {
  return { authorization: `Bearer ${accessToken}` }
}
