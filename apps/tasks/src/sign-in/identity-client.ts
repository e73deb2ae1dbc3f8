import { createServiceClient, routeOf, type ServiceClient } from '@atrium/client/service-client'
import type { endGrant } from '@atrium/identity/oauth/announcements/grant-end.contract'
import type { readGroups } from '@atrium/identity/oauth/announcements/group-reading.contract'
import type { getServerMetadata } from '@atrium/identity/oauth/metadata/well-known.contract'
import type { signOut } from '@atrium/identity/oauth/session/session.contract'
import type { getTokens, revokeToken, TokenRequest } from '@atrium/identity/oauth/token/token.contract'
import type { getCurrentUser, getUser, listUsers, User } from '@atrium/identity/users/user.contract'
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
  /** Reads the address of any user, archived or not; undefined if there is no such user. */
  readEmail: (passportId: number) => Promise<string | undefined>
  /** What the user of a token can do at the identity service; undefined if it refuses the token. */
  readPermissions: (accessToken: string) => Promise<string[] | undefined>
  /** All users, page by page, including archived ones. */
  listProfiles: () => AsyncGenerator<ListedProfile[]>
  /** Reads a group with its members; undefined if it does not exist. */
  readGroup: (id: number) => Promise<GroupWithMembers | undefined>
  /** Finds groups by a part of their names. */
  searchGroups: (search: string) => Promise<Group[]>
  logout: (headers: Record<string, string>) => Promise<{ status: number; headers: Headers }>
  /** Ends the session of one of our tokens, with all its tokens; returns its user. */
  revoke: (token: string) => Promise<number | undefined>
  /** Ends what a user has granted to another client, or one of their personal access tokens. */
  endGrant: (passportId: number, grant: { clientId: string } | { tokenId: string }) => Promise<void>
  /** Whether people can create accounts. Without an answer it counts as yes: the registration page decides. */
  canRegister: () => Promise<boolean>
}

export interface Group {
  id: number
  name: string
  source: string
  memberCount: number
}

export type GroupWithMembers = Group & { memberIds: number[] }

export type ListedProfile = Profile & { isArchived: boolean; isErased: boolean }

const PAGE = 500

const routes = {
  getTokens: routeOf<typeof getTokens>('POST', '/token'),
  revokeToken: routeOf<typeof revokeToken>('POST', '/token/revoke'),
  readGroups: routeOf<typeof readGroups>('POST', '/token/groups'),
  endGrant: routeOf<typeof endGrant>('POST', '/token/end-grant'),
  getCurrentUser: routeOf<typeof getCurrentUser>('GET', '/users/me'),
  getUser: routeOf<typeof getUser>('GET', '/users/:id'),
  listUsers: routeOf<typeof listUsers>('GET', '/users'),
  signOut: routeOf<typeof signOut>('POST', '/auth/logout'),
  getServerMetadata: routeOf<typeof getServerMetadata>('GET', '/.well-known/oauth-authorization-server'),
}

/** What the token endpoint adds to the errors of RFC 6749. */
interface TokenRefusal {
  two_factor_required?: boolean
  account_archived?: boolean
}

export function createIdentityClient(settings: Settings, now: () => Date): IdentityClient {
  const { IDENTITY_INTERNAL_URL, IDENTITY_TIMEOUT, TASKS_URL, TASKS_CLIENT_ID, TASKS_CLIENT_SECRET } =
    settings
  const credentials = { client_id: TASKS_CLIENT_ID, client_secret: TASKS_CLIENT_SECRET }
  const call = createServiceClient({ baseUrl: IDENTITY_INTERNAL_URL, timeoutMs: IDENTITY_TIMEOUT * 1000 })

  const send: ServiceClient = async (route, input) => {
    const answer = await call(route, input).catch(unreachable)
    if (answer.status === 429) throw tooMany(answer.headers)
    return answer
  }

  async function requestTokens(grant: TokenRequest, headers: Record<string, string> = {}) {
    const body = { ...grant, ...credentials }
    const { reply, refusal } = await send(routes.getTokens, { body, headers, isForm: true })
    if (reply) {
      const { access_token, refresh_token, expires_in } = reply
      return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresIn: expires_in }
    }
    const { two_factor_required, account_archived } = (refusal ?? {}) as TokenRefusal
    if (two_factor_required) throw new NotAuthenticated('two_factor_required')
    if (account_archived) throw accountArchived(settings)
  }

  const ownToken = createOwnToken(
    () => requestTokens({ grant_type: 'client_credentials', scope: 'user:read' }),
    now,
  )

  async function readUser(passportId: number) {
    const { reply } = await ownToken.send(headers =>
      send(routes.getUser, { params: { id: passportId }, headers }),
    )
    return reply?.item
  }

  async function* listProfiles() {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { status: 'all', orderBy: 'id', limit: PAGE, page } as const
      const { reply, status } = await ownToken.send(headers => send(routes.listUsers, { query, headers }))
      if (!reply) return unreachable(new Error(`/users answered ${status}`))
      pages = reply._meta.pages
      yield reply.items.map(item => ({
        ...profileFrom(item),
        isArchived: item.status === 'archived',
        isErased: item.erasedAt !== null,
      }))
    }
  }

  async function requestGroups(body: { id?: number; search?: string }) {
    const headers = { authorization: basicOf(TASKS_CLIENT_ID, TASKS_CLIENT_SECRET) }
    const { reply, status } = await send(routes.readGroups, { body, headers })
    return reply ? reply.groups : unreachable(new Error(`/token/groups answered ${status}`))
  }

  return {
    redeemCode: (code, code_verifier) => {
      const redirect_uri = `${TASKS_URL}/auth/callback`
      return requestTokens({ grant_type: 'authorization_code', code, code_verifier, redirect_uri })
    },
    signIn: ({ login, password, twoFactorCode }, { address, userAgent }) => {
      const code = twoFactorCode === undefined ? {} : { two_factor_code: twoFactorCode }
      const grant = { grant_type: 'password', username: login, password, ...code }
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
    readPermissions: async accessToken => {
      const headers = { authorization: `Bearer ${accessToken}` }
      return (await send(routes.getCurrentUser, { headers })).reply?.item.permissions
    },
    listProfiles,
    readGroup: async id => {
      const [group] = await requestGroups({ id })
      return group && { memberIds: [], ...group }
    },
    searchGroups: search => requestGroups({ search }),
    logout: headers => send(routes.signOut, { headers }),
    revoke: async token => {
      const body = { token, ...credentials }
      const { reply, status } = await send(routes.revokeToken, { body, isForm: true })
      if (!reply) return unreachable(new Error(`/token/revoke answered ${status}`))
      return reply.sub === undefined ? undefined : Number(reply.sub)
    },
    endGrant: async (userId, grant) => {
      const headers = { authorization: basicOf(TASKS_CLIENT_ID, TASKS_CLIENT_SECRET) }
      const { reply, status } = await send(routes.endGrant, { body: { userId, ...grant }, headers })
      if (!reply) unreachable(new Error(`/token/end-grant answered ${status}`))
    },
    canRegister: async () => {
      const answer = await send(routes.getServerMetadata, {}).catch(() => undefined)
      return answer?.reply?.prompt_values_supported.includes('create') ?? true
    },
  }
}

function profileFrom(user: User): Profile {
  const { id: passportId, email, surname, name, patronymic, post, isOwner, avatarUrl } = user
  const isEmailVerified = user.emailVerifiedAt !== null
  return { passportId, email, isEmailVerified, surname, name, patronymic, post, isOwner, avatarUrl }
}

/** A token proves its owner, who can therefore learn the reason and whom to ask. */
function accountArchived({ SUPPORT_EMAIL }: Settings) {
  return new NotAuthenticated('account_archived', SUPPORT_EMAIL ? { supportEmail: SUPPORT_EMAIL } : {})
}

function tooMany(headers: Headers) {
  const retryAfter = Number(headers.get('retry-after')) || 5
  return new TooManyRequests('rate_limited', { retryAfter })
}

function unreachable(cause: unknown): never {
  throw new Unavailable('identity_unavailable', { retryAfter: 5 }, { cause })
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function basicOf(id: string, secret: string) {
  const joined = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  return `Basic ${Buffer.from(joined).toString('base64')}`
}
