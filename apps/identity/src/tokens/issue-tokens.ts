import { randomUUID } from 'node:crypto'
import { inTransaction } from '@atrium/database/transaction'
import { twoFactorSetupRequired } from '#access-control/actor.ts'
import { isTasksScope } from '#access-control/scopes.contract.ts'
import { mustSetUpTwoFactor } from '#access-control/second-factor.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import { twoFactorRoles } from '#settings.ts'
import { signToken } from './access-token.ts'
import type { Proof } from './proof.ts'
import { revokeAccessToken } from './revoke-tokens.queries.ts'
import { randomToken, type Subject, subjectOf } from './secrets.ts'
import {
  type AccessTokenRecord,
  type Authentication,
  rememberBrowser,
  storeFamily,
} from './store-tokens.queries.ts'
import { findActiveClient, type RefreshToken } from './token.queries.ts'
import { browserOf, type Origin, type Visitor } from './visitor.ts'

const ON_BEHALF_SECONDS = 60
const BROWSER_REFRESHED_MS = 30 * 86_400_000

export interface IssuedTokens {
  accessToken: string
  refreshToken: string | null
  expiresIn: number
  scopes: string[]
  /** The sign-in that they belong to. */
  familyId?: number
  idToken?: string
}

export interface Holder {
  client: Subject & { id: number; clientId: string }
  userId: number | null
  scopes: string[]
  /** The service that the tokens are for (RFC 8707); without one, they are for the client. */
  resource?: string | null
}

/** For a client's own use: no user, no refresh token. */
export async function issueToClient(deps: Deps, holder: Omit<Holder, 'userId'>): Promise<IssuedTokens> {
  const { record, tokens } = await createAccessToken(deps, { ...holder, userId: null })
  await deps.storeTokenWithoutFamily(record)
  deps.counters.tokens.add('client')
  return tokens
}

/**
 * Does some work with an access token of the user for our other service, which then checks the user's rights as usual.
 * The token is revoked afterwards, and short-lived in case that fails. Undefined if there is no such client.
 */
export async function onBehalfOf<Result>(
  deps: Deps,
  { userId, clientId, scopes }: { userId: number; clientId: string; scopes: string[] },
  work: (accessToken: string) => Promise<Result>,
) {
  const client = await findActiveClient(deps.db, clientId)
  if (!client) return undefined
  const { record, tokens } = await createAccessToken(deps, { client, userId, scopes }, ON_BEHALF_SECONDS)
  await deps.storeTokenWithoutFamily(record)
  deps.counters.tokens.add('on_behalf')
  try {
    return await work(tokens.accessToken)
  } finally {
    await inTransaction(deps, async (tx, emit) => {
      await revokeAccessToken(tx, record.tokenId, deps.now())
      await emit({ type: 'TokensRevoked', tokenId: record.tokenId })
    })
  }
}

interface NewFamily extends Holder {
  userId: number
  visitor: Origin
  /** Only while the account still has this security stamp. */
  stamp?: number
  authentication?: Partial<Authentication>
}

interface SignIn extends Omit<Holder, 'userId'> {
  proof: Proof
  visitor: Visitor
  /** The session of the browser that goes on. */
  sessionId?: number | undefined
}

/** The tokens of a user who has just authenticated, with an email if they use a new browser. */
export async function signInUser(deps: Deps, { proof, sessionId, ...signIn }: SignIn) {
  const { userId, stamp, amr, at: authenticatedAt } = proof
  const authentication = { amr, authenticatedAt, ...(sessionId && { sessionId }) }
  const family = { ...signIn, userId, stamp, authentication }
  const { tokens, familyId, browserSeenAt } = await issueFamily(deps, deps.db, family)
  const age =
    browserSeenAt === null ? Number.POSITIVE_INFINITY : deps.now().getTime() - Date.parse(browserSeenAt)
  if (age > BROWSER_REFRESHED_MS) await notifyOfNewBrowser(deps, userId, signIn.visitor)
  return { ...tokens, familyId }
}

/** The browser is remembered only if its email is enqueued: should this fail, the next sign-in does it. */
function notifyOfNewBrowser(deps: Deps, userId: number, visitor: Visitor) {
  const at = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const { isNew, hasOthers } = await rememberBrowser(tx, userId, browserOf(visitor), at)
    if (isNew && hasOthers) await emit({ type: 'SignedInFromNewBrowser', userId, at, ...visitor })
  })
}

/** A sign-in: a new family with its first pair. */
export async function issueFamily(deps: Deps, db: Database, holder: NewFamily) {
  await refuseWithoutSecondFactor(deps, db, holder)
  const { record, tokens } = await createAccessToken(deps, holder)
  const refreshToken = randomToken()
  const refresh = refreshRecord(deps, refreshToken)
  const { stamp, visitor: origin, resource = null, authentication } = holder
  const at = deps.now().toISOString()
  const scope = holder.scopes.join(' ')
  const family = await storeFamily(db, {
    token: record,
    scope,
    resource,
    refresh,
    origin,
    at,
    stamp,
    authentication,
  })
  if (!family) throw new NotAuthenticated('password_just_changed')
  deps.counters.tokens.add('sign_in')
  return { familyId: family.id, browserSeenAt: family.browserSeenAt, tokens: { ...tokens, refreshToken } }
}

/** The next pair of a family; undefined if the family has been revoked in the meantime. */
export async function issueRefreshed(deps: Deps, used: RefreshToken, successor: string, holder: Holder) {
  await refuseWithoutSecondFactor(deps, deps.db, holder)
  const { record, tokens } = await createAccessToken(deps, holder)
  const isStored = await deps.storeRefresh({
    usedId: used.id,
    usedAt: deps.now().toISOString(),
    familyId: used.familyId,
    token: record,
    successor: refreshRecord(deps, successor),
  })
  if (!isStored) return undefined
  deps.counters.tokens.add('refresh')
  return { ...tokens, refreshToken: successor }
}

/** Only our own pages accept users who have not set up the second factor that their role requires (decision 36). */
async function refuseWithoutSecondFactor({ settings }: Deps, db: Database, { client, userId }: Holder) {
  if (userId === null || client.clientId === settings.OAUTH2_CLIENT_ID) return
  if (await mustSetUpTwoFactor(db, twoFactorRoles(settings), userId)) throw twoFactorSetupRequired()
}

function refreshRecord({ settings, secrets, now }: Deps, refreshToken: string) {
  return {
    refreshToken: secrets.digest(refreshToken),
    expiresAt: new Date(now().getTime() + settings.OAUTH2_REFRESH_TOKEN_TTL * 1000).toISOString(),
  }
}

async function createAccessToken(
  deps: Deps,
  { client, userId, scopes: granted, resource = null }: Holder,
  expiresIn = deps.settings.OAUTH2_ACCESS_TOKEN_TTL,
) {
  const scopes = resource === null ? granted : granted.filter(isTasksScope)
  const issuedAt = Math.floor(deps.now().getTime() / 1000)
  const claims = {
    iss: deps.settings.IDENTITY_URL,
    aud: resource ?? client.clientId,
    // A service knows users by their own IDs.
    sub: userId === null ? null : resource ? String(userId) : subjectOf(deps.secrets, client, userId),
    jti: randomUUID(),
    client_id: client.clientId,
    scopes,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + expiresIn,
  }
  const accessToken = await signToken(deps.keyRing, claims, deps.now())
  const record: AccessTokenRecord = {
    tokenId: claims.jti,
    userId,
    clientId: client.id,
    accessToken: deps.secrets.digest(accessToken),
    expiresAt: new Date(claims.exp * 1000).toISOString(),
    scope: scopes.join(' '),
  }
  const tokens: IssuedTokens = { accessToken, refreshToken: null, expiresIn, scopes }
  return { record, tokens }
}
