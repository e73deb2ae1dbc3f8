import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { sha256 } from '@atrium/core/sha256'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import { isOpenIdScope, parseScopes } from '#access-control/scopes.contract.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { endIfDeparted } from '#sign-in/directory-sync/departure.ts'
import type { AuthenticationResponse } from '#sign-in/passkeys/passkey.contract.ts'
import { verifyPasskey } from '#sign-in/passkeys/verify-passkey.ts'
import { verifySecondFactor } from '#sign-in/two-factor/second-step.ts'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import {
  type IssuedTokens,
  issueFamily,
  issueRefreshed,
  issueToClient,
  signInUser,
} from '#tokens/issue-tokens.ts'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import type { RefreshToken } from '#tokens/token.queries.ts'
import { MAX_SESSION_DAYS } from '#tokens/user-session.contract.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import type { Visitor } from '#tokens/visitor.ts'
import { DEVICE_CODE } from '../clients/client.contract.ts'
import { allowsGrant, type Client, staysSignedIn } from '../clients/client.queries.ts'
import { checkSameResource, countedScope, grantedAccess, grantedScopes } from '../clients/granted-access.ts'
import { OAuthError } from '../oauth-error.ts'
import { lockLivingSession, recordApplicationSession } from '../openid/application-session.queries.ts'
import { withIdToken } from '../openid/id-token.ts'
import { type AuthorizationCode, lockAuthorizationCode, markCodeUsed } from './authorization-code.queries.ts'
import { redeemDeviceCode } from './device-grant.ts'
import type { TokenRequest } from './token.contract.ts'

type Grant = (deps: Deps, client: Client, request: TokenRequest, visitor: Visitor) => Promise<IssuedTokens>

const grants: Record<string, Grant> = {
  authorization_code: redeemAuthorizationCode,
  client_credentials: grantToClient,
  password: signInWithPassword,
  refresh_token: refreshTokens,
  [DEVICE_CODE]: redeemDeviceCode,
}

export function grantFor(client: Client, grantType: string | undefined): Grant {
  if (!grantType) throw new OAuthError('parameter_missing', { name: 'grant_type' })
  const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined
  if (!grant) {
    throw new OAuthError('grant_type_unsupported', { grantTypes: Object.keys(grants).join(', ') })
  }
  if (!allowsGrant(client, grantType)) throw new OAuthError('grant_type_not_allowed', { grantType })
  return grant
}

/** An ID token comes from the authorization endpoint only, so no other grant has these scopes. */
function withoutOpenId({ scope, resources, source }: Client) {
  const others = parseScopes(scope).filter(each => !isOpenIdScope(each))
  return { scope: others.join(' '), resources, source }
}

const MAX_SESSION_MS = MAX_SESSION_DAYS * 86_400_000

/** Every use rotates the token. A second use within the grace period is accepted; a later one ends the family. */
export async function refreshTokens(
  deps: Deps,
  client: Client,
  { refresh_token, scope, resource }: Pick<TokenRequest, 'refresh_token' | 'scope' | 'resource'>,
): Promise<IssuedTokens> {
  if (!refresh_token) throw new OAuthError('parameter_missing', { name: 'refresh_token' })
  const used = await deps.findRefreshToken(deps.secrets.digest(refresh_token))
  if (!used || used.clientId !== client.id) throw new OAuthError('invalid_refresh_token')
  // The token proves who asks; a sign-in with a password doesn't reveal that the account is archived.
  if (used.userArchivedAt) throw new OAuthError('account_archived')
  if (!isAlive(used, deps.now())) throw new OAuthError('invalid_refresh_token')
  const { familyId, userId } = used
  if (used.rotatedAt && !isWithinGrace(deps, used.rotatedAt)) {
    await inTransaction(deps, (tx, emit) =>
      endFamily(deps, tx, emit, { action: 'session.refresh_reused', client, familyId, userId }),
    )
    throw new OAuthError('invalid_refresh_token')
  }
  if (await endIfDeparted(deps, used)) throw new OAuthError('invalid_refresh_token')
  checkSameResource(used.familyResource, resource)
  const scopes = grantedScopes(used.familyScope, countedScope(client.source, used.familyScope, scope))
  // A keyed hash of the old token: every instance computes the same successor, and only digests are stored.
  const successor = deps.secrets.sign('refresh token successor', refresh_token)
  const holder = { client, userId, scopes, resource: used.familyResource }
  const tokens = await issueRefreshed(deps, used, successor, holder)
  if (!tokens) throw new OAuthError('invalid_refresh_token')
  if (!scopes.includes('openid')) return tokens
  const authentication = await getAuthentication(deps.db, familyId)
  return withIdToken(deps, tokens, { client, userId, scopes, nonce: null, authentication })
}

function isAlive({ expiresAt, revokedAt, familyRevokedAt, familyCreatedAt }: RefreshToken, now: Date) {
  const hasEnded = revokedAt || familyRevokedAt
  return (
    !hasEnded && expiresAt > now.toISOString() && Date.parse(familyCreatedAt) + MAX_SESSION_MS > now.getTime()
  )
}

/** Several tabs, a lost response, two instances: within the grace period all get the same successor. */
function isWithinGrace({ settings, now }: Deps, rotatedAt: string) {
  return Date.parse(rotatedAt) + settings.OAUTH2_REFRESH_GRACE * 1000 >= now().getTime()
}

/** RFC 6749 §4.1.3. The code is locked while it is redeemed, so only one of several concurrent attempts succeeds. */
async function redeemAuthorizationCode(
  deps: Deps,
  client: Client,
  request: TokenRequest,
): Promise<IssuedTokens> {
  if (!request.code) throw new OAuthError('parameter_missing', { name: 'code' })
  const digest = deps.secrets.digest(request.code)
  const redeemed = await inTransaction(deps, async (tx, emit) => {
    const code = await lockAuthorizationCode(tx, digest)
    if (!code || code.clientId !== client.id) throw new OAuthError('unknown_code')
    const { userId, familyId, address, userAgent } = code
    if (code.usedAt) {
      // The tokens of the first use may have been stolen.
      if (familyId)
        await endFamily(deps, tx, emit, { action: 'session.code_replayed', client, familyId, userId })
      return undefined
    }
    checkRedemption(code, request, deps.now())
    await refuseSignedOut(deps, tx, code)
    const granted = { scopes: code.scope.split(' '), resource: code.resource }
    const holder = { client, userId, ...granted, visitor: { address, userAgent } }
    const issued = await issueFamily(deps, tx, { ...holder, authentication: code })
    await markCodeUsed(tx, code.id, issued.familyId, deps.now())
    if (code.sessionId !== null) {
      const session = { sessionId: code.sessionId, clientId: client.id, userId }
      await recordApplicationSession(tx, session, deps.now().toISOString())
    }
    return { code, tokens: issued.tokens }
  })
  if (!redeemed) throw new OAuthError('code_used')
  const { code, tokens } = redeemed
  const scopes = code.scope.split(' ')
  const granted = staysSignedIn(client, scopes) ? tokens : { ...tokens, refreshToken: null }
  if (!scopes.includes('openid')) return granted
  const { userId, nonce } = code
  return withIdToken(deps, granted, { client, userId, scopes, nonce, authentication: code })
}

function checkRedemption(
  code: AuthorizationCode,
  { redirect_uri, code_verifier, resource }: TokenRequest,
  now: Date,
) {
  if (code.expiresAt <= now.toISOString() || code.userArchivedAt) throw new OAuthError('code_expired')
  if (redirect_uri !== code.redirectUri) throw new OAuthError('redirect_uri_differs')
  checkSameResource(code.resource, resource)
  if (!code.codeChallenge) {
    if (code_verifier) throw new OAuthError('verifier_unexpected')
    return
  }
  if (!code_verifier || !/^[\w.~-]{43,128}$/.test(code_verifier)) throw new OAuthError('verifier_malformed')
  if (sha256(code_verifier) !== code.codeChallenge) throw new OAuthError('verifier_incorrect') // RFC 7636 §4.6
}

/** A code of OpenID Connect ends with the session that it was issued in. */
async function refuseSignedOut({ settings }: Deps, tx: Database, { sessionId }: AuthorizationCode) {
  if (sessionId === null || (await lockLivingSession(tx, sessionId, settings.OAUTH2_CLIENT_ID))) return
  throw new OAuthError('code_expired')
}

interface EndedFamily {
  action: 'session.refresh_reused' | 'session.code_replayed'
  client: Client
  familyId: number
  userId: number
}

/** What works only once was used again, maybe by an attacker. Each replay of a code is recorded. */
async function endFamily(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { action, client, familyId, userId }: EndedFamily,
) {
  const wasActive = await revokeFamily(tx, familyId, deps.now())
  await emit({ type: 'TokensRevoked', familyId })
  if (!wasActive && action === 'session.refresh_reused') return
  await insertAuditEntry(tx, {
    at: deps.now().toISOString(),
    action,
    actorId: null,
    clientId: client.clientId,
    subjectType: 'user',
    subjectId: userId,
    details: { sessionId: familyId },
  })
}

/** RFC 6749 §4.4: a service acts on its own behalf. */
async function grantToClient(deps: Deps, client: Client, request: TokenRequest) {
  if (client.isPublic) throw new OAuthError('client_has_no_credentials')
  return issueToClient(deps, { client, ...grantedAccess(withoutOpenId(client), request) })
}

export async function signInWithPassword(
  deps: Deps,
  client: Client,
  { username = '', password = '', two_factor_code: code, ...requested }: TokenRequest,
  visitor: Visitor,
) {
  const granted = grantedAccess(withoutOpenId(client), requested)
  const address = visitor.address ?? ''
  const proof = await verifyCredentials(deps, { username, password, code, address })
  if (!proof) throw new OAuthError('wrong_credentials')
  return signInUser(deps, { client, proof, ...granted, visitor })
}

interface SecondStep {
  two_factor_token: string
  code: string
  scope?: string | null
}

/** The second step of a sign-in whose password was correct. */
export async function signInWithCode(
  deps: Deps,
  client: Client,
  { two_factor_token: token, code, scope }: SecondStep,
  visitor: Visitor,
) {
  const scopes = grantedScopes(client.scope, scope)
  const proof = await verifySecondFactor(deps, { token, code, address: visitor.address ?? '' })
  if (!proof) throw new OAuthError('wrong_two_factor_code')
  return signInUser(deps, { client, proof, scopes, visitor })
}

interface PasskeySignIn {
  challenge_token: string
  response: AuthenticationResponse
  scope?: string | null
}

export async function signInWithPasskey(
  deps: Deps,
  client: Client,
  { challenge_token: challengeToken, response, scope }: PasskeySignIn,
  visitor: Visitor,
) {
  const scopes = grantedScopes(client.scope, scope)
  const proof = await verifyPasskey(deps, { challengeToken, response, address: visitor.address ?? '' })
  if (!proof) throw new OAuthError('wrong_passkey')
  return signInUser(deps, { client, proof, scopes, visitor })
}
