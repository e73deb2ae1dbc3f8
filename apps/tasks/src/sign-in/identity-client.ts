import type { Profile } from '#administration/synchronisation.queries.ts'
import { NotAuthenticated, TooManyRequests, Unavailable } from '#errors.ts'
import type { Settings } from '#settings.ts'
import { createOwnToken } from './own-token.ts'

export interface Tokens {
  accessToken: string
  refreshToken: string | null
  expiresIn: number
}

interface Credentials {
  login: string
  password: string
  twoFactorCode?: string | undefined
}

/** Who signs in: failed attempts count for their address, not for that of this service. */
interface Visitor {
  address: string
  userAgent: string
}

/** Requests to the identity service. A refusal is `undefined`; no answer is an error. */
export interface IdentityClient {
  redeemCode: (code: string, codeVerifier: string) => Promise<Tokens | undefined>
  signIn: (credentials: Credentials, visitor: Visitor) => Promise<Tokens | undefined>
  refresh: (refreshToken: string) => Promise<Tokens | undefined>
  /** Users are read with the service's own token: one that another application got is worth nothing there. */
  readProfile: (passportId: number) => Promise<Profile | undefined>
  /** Undefined until the user has confirmed it. */
  readConfirmedEmail: (passportId: number) => Promise<string | undefined>
  /** Of any user, archived or not; undefined if there is no such user. */
  readEmail: (passportId: number) => Promise<string | undefined>
  /** All users, page by page, including archived ones. */
  listProfiles: () => AsyncGenerator<ListedProfile[]>
  logout: (headers: Record<string, string>) => Promise<Response>
  /** Ends the session of one of our tokens, with all its tokens; returns its user. */
  revoke: (token: string) => Promise<number | undefined>
  /** Whether people can create accounts. Without an answer it counts as yes: the registration page decides. */
  canRegister: () => Promise<boolean>
}

export type ListedProfile = Profile & { isArchived: boolean; isErased: boolean }

const PAGE = 500

interface TokenBody {
  access_token: string
  refresh_token?: string
  expires_in: number
}

interface TokenRefusal {
  two_factor_required?: boolean
  account_archived?: boolean
}

interface Metadata {
  prompt_values_supported?: string[]
}

type UserBody = Omit<Profile, 'passportId' | 'isEmailVerified'> & {
  id: number
  status: string
  erasedAt: string | null
  emailVerifiedAt: string | null
}

export function createIdentityClient(settings: Settings, now: () => Date): IdentityClient {
  const { IDENTITY_INTERNAL_URL, TASKS_URL, TASKS_CLIENT_ID, TASKS_CLIENT_SECRET } = settings

  const credentials = { client_id: TASKS_CLIENT_ID, client_secret: TASKS_CLIENT_SECRET }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(settings.IDENTITY_TIMEOUT * 1000)
    const response = await fetch(IDENTITY_INTERNAL_URL + path, { ...init, signal, redirect: 'manual' })
      .then(withWholeBody)
      .catch(unreachable)
    if (response.status === 429) throw tooMany(response)
    if (response.status >= 500) unreachable(new Error(`${path} answered ${response.status}`))
    return response
  }

  async function requestTokens(grant: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams({ ...grant, ...credentials })
    const response = await send('/token', { method: 'POST', body, headers })
    if (!response.ok) {
      const refusal = (await response.json().catch(() => ({}))) as TokenRefusal
      if (refusal.two_factor_required) throw new NotAuthenticated('two_factor_required')
      if (refusal.account_archived) throw accountArchived(settings)
      return undefined
    }
    const { access_token, refresh_token, expires_in } = (await response.json()) as TokenBody
    return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresIn: expires_in }
  }

  const ownToken = createOwnToken(
    () => requestTokens({ grant_type: 'client_credentials', scope: 'user:read' }),
    now,
  )

  function read(path: string) {
    return ownToken.send(accessToken => send(path, { headers: { authorization: `Bearer ${accessToken}` } }))
  }

  async function readUser(passportId: number) {
    const response = await read(`/users/${passportId}`)
    return response.ok ? ((await response.json()) as { item: UserBody }).item : undefined
  }

  async function* listProfiles() {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const response = await read(`/users?status=all&orderBy=id&limit=${PAGE}&page=${page}`)
      if (!response.ok) unreachable(new Error(`/users answered ${response.status}`))
      const { items, _meta } = (await response.json()) as { items: UserBody[]; _meta: { pages: number } }
      pages = _meta.pages
      yield items.map(item => ({
        ...profileFrom(item),
        isArchived: item.status === 'archived',
        isErased: item.erasedAt !== null,
      }))
    }
  }

  return {
    redeemCode: (code, code_verifier) => {
      const redirect_uri = `${TASKS_URL}/auth/callback`
      return requestTokens({ grant_type: 'authorization_code', code, code_verifier, redirect_uri })
    },
    signIn: ({ login, password, twoFactorCode }, { address, userAgent }) => {
      const grant: Record<string, string> = { grant_type: 'password', username: login, password }
      if (twoFactorCode !== undefined) grant.two_factor_code = twoFactorCode
      return requestTokens(grant, { 'x-visitor-address': address, 'user-agent': userAgent })
    },
    refresh: refresh_token => requestTokens({ grant_type: 'refresh_token', refresh_token }),
    readProfile: async passportId => {
      const user = await readUser(passportId)
      return user?.status === 'active' ? profileFrom(user) : undefined
    },
    readConfirmedEmail: async passportId => {
      const user = await readUser(passportId)
      return user?.emailVerifiedAt ? user.email : undefined
    },
    readEmail: async passportId => (await readUser(passportId))?.email,
    listProfiles,
    logout: headers => send('/auth/logout', { method: 'POST', headers }),
    revoke: async token => {
      const body = new URLSearchParams({ token, ...credentials })
      const response = await send('/token/revoke', { method: 'POST', body })
      if (!response.ok) unreachable(new Error(`/token/revoke answered ${response.status}`))
      const { sub } = (await response.json()) as { sub?: string }
      return sub === undefined ? undefined : Number(sub)
    },
    canRegister: async () => {
      const response = await send('/.well-known/oauth-authorization-server', {}).catch(() => undefined)
      const metadata = (await response?.json().catch(() => undefined)) as Metadata | undefined
      return metadata?.prompt_values_supported?.includes('create') ?? true
    },
  }
}

function profileFrom(user: UserBody): Profile {
  const { id: passportId, email, surname, name, patronymic, post, isOwner, avatarUrl } = user
  const isEmailVerified = user.emailVerifiedAt !== null
  return { passportId, email, isEmailVerified, surname, name, patronymic, post, isOwner, avatarUrl }
}

/** Reads the body at once: a service that is killed leaves it unfinished, which is no answer either. */
async function withWholeBody(response: Response) {
  return new Response(response.body && (await response.arrayBuffer()), response)
}

/** A token proves its owner, who can therefore learn the reason and whom to ask. */
function accountArchived({ SUPPORT_EMAIL }: Settings) {
  return new NotAuthenticated('account_archived', SUPPORT_EMAIL ? { supportEmail: SUPPORT_EMAIL } : {})
}

function tooMany(response: Response) {
  const retryAfter = Number(response.headers.get('retry-after')) || 5
  return new TooManyRequests('rate_limited', { retryAfter })
}

function unreachable(cause: unknown): never {
  throw new Unavailable('identity_unavailable', { retryAfter: 5 }, { cause })
}
