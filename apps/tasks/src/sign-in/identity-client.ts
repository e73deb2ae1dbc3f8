import { Unavailable } from '@atrium/http/errors'
import type { Profile } from '#administration/synchronise-user.queries.ts'
import type { Settings } from '#settings.ts'

export interface Tokens {
  accessToken: string
  refreshToken: string | null
  expiresIn: number
}

/** What we ask of the identity service. A refusal is `undefined`; no answer is an error of its own. */
export interface IdentityClient {
  redeemCode: (code: string, codeVerifier: string) => Promise<Tokens | undefined>
  refresh: (refreshToken: string) => Promise<Tokens | undefined>
  readProfile: (passportId: number, accessToken: string) => Promise<Profile | undefined>
  logout: (headers: Record<string, string>) => Promise<Response>
}

const TIMEOUT_MS = 5000

interface TokenBody {
  access_token: string
  refresh_token?: string
  expires_in: number
}

export function createIdentityClient({
  IDENTITY_URL,
  TASKS_URL,
  TASKS_CLIENT_ID,
  TASKS_CLIENT_SECRET,
}: Settings): IdentityClient {
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(IDENTITY_URL + path, {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(unreachable)
    if (response.status >= 500 || response.status === 429)
      unreachable(new Error(`${path} answered ${response.status}`))
    return response
  }

  async function requestTokens(grant: Record<string, string>): Promise<Tokens | undefined> {
    const credentials = { client_id: TASKS_CLIENT_ID, client_secret: TASKS_CLIENT_SECRET }
    const body = new URLSearchParams({ ...grant, ...credentials })
    const response = await send('/token', { method: 'POST', body })
    if (!response.ok) return undefined
    const { access_token, refresh_token, expires_in } = (await response.json()) as TokenBody
    return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresIn: expires_in }
  }

  return {
    redeemCode: (code, code_verifier) =>
      requestTokens({
        grant_type: 'authorization_code',
        code,
        code_verifier,
        redirect_uri: `${TASKS_URL}/auth/callback`,
      }),
    refresh: refresh_token => requestTokens({ grant_type: 'refresh_token', refresh_token }),
    readProfile: async (passportId, accessToken) => {
      const response = await send(`/users/${passportId}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      if (!response.ok) return undefined
      const { item } = (await response.json()) as { item: Omit<Profile, 'passportId'> }
      const { email, surname, name, patronymic, post, isOwner, avatarUrl } = item
      return { passportId, email, surname, name, patronymic, post, isOwner, avatarUrl }
    },
    logout: headers => send('/auth/logout', { method: 'POST', headers }),
  }
}

function unreachable(cause: unknown): never {
  throw Object.assign(new Unavailable('The identity service does not answer; try again in a moment', 5), {
    cause,
  })
}
