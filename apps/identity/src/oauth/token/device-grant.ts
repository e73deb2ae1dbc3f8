import { inTransaction } from '@atrium/database/transaction'
import type { Selectable } from 'kysely'
import type { Database, DB } from '#database.ts'
import type { Deps } from '#deps.ts'
import { type IssuedTokens, issueFamily } from '#tokens/issue-tokens.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { type Client, staysSignedIn } from '../clients/client.queries.ts'
import { useConsent } from '../consent/consent.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { withIdToken } from '../openid/id-token.ts'
import { deleteDeviceCode, lockDeviceCode, rememberPoll } from './device-code.queries.ts'

/** RFC 8628 §3.5: how much longer a device has to wait that asks too often. */
const SLOW_DOWN_SECONDS = 5

type DeviceCode = Selectable<DB['deviceCodes']>
type Refusal = 'device_waits' | 'device_asks_too_often' | 'device_code_expired' | 'access_denied'

/** The tokens of a device whose user has allowed it. A code is redeemed once, and what it answers before that is kept too. */
export async function redeemDeviceCode(
  deps: Deps,
  client: Client,
  { device_code }: { device_code?: string },
): Promise<IssuedTokens> {
  if (!device_code) throw new OAuthError('parameter_missing', { name: 'device_code' })
  const outcome = await inTransaction(deps, async tx => {
    const code = await lockDeviceCode(tx, deps.secrets.digest(device_code))
    if (!code || code.clientId !== client.id) throw new OAuthError('unknown_code')
    const refusal = await findRefusal(deps, tx, code)
    if (refusal) return refusal
    await deleteDeviceCode(tx, code.id)
    return { userId: code.userId as number, ...(await issue(deps, tx, client, code)) }
  })
  if (typeof outcome === 'string') throw new OAuthError(outcome)
  const { tokens, userId, familyId } = outcome
  const granted = staysSignedIn(client, tokens.scopes) ? tokens : { ...tokens, refreshToken: null }
  if (!tokens.scopes.includes('openid')) return granted
  const authentication = await getAuthentication(deps.db, familyId)
  const { scopes } = tokens
  return withIdToken(deps, granted, { client, userId, scopes, nonce: null, authentication })
}

async function findRefusal(deps: Deps, tx: Database, code: DeviceCode): Promise<Refusal | undefined> {
  const now = deps.now()
  if (code.expiresAt <= now.toISOString()) return 'device_code_expired'
  if (code.isAllowed === null) return notePoll(tx, code, now)
  if (!code.isAllowed || code.userId === null) return 'access_denied'
  // The user may have withdrawn it in the meantime; the lock keeps them from doing so until the tokens are stored.
  const isAllowed = await useConsent(tx, { userId: code.userId, clientId: code.clientId }, now.toISOString())
  return isAllowed ? undefined : 'access_denied'
}

async function notePoll(tx: Database, { id, polledAt, pollSeconds }: DeviceCode, now: Date) {
  const isTooEarly = polledAt !== null && Date.parse(polledAt) + pollSeconds * 1000 > now.getTime()
  const seconds = isTooEarly ? pollSeconds + SLOW_DOWN_SECONDS : pollSeconds
  await rememberPoll(tx, id, { polledAt: now.toISOString(), pollSeconds: seconds })
  return isTooEarly ? 'device_asks_too_often' : 'device_waits'
}

/** The device has a session of its own, which the user sees in their list and can end there. */
async function issue(deps: Deps, tx: Database, client: Client, code: DeviceCode) {
  const { userId, securityStamp: stamp, scope, resource, address, userAgent, authenticatedAt, amr } = code
  const { tokens, familyId } = await issueFamily(deps, tx, {
    client,
    userId: userId as number,
    stamp: stamp as number,
    scopes: scope.split(' '),
    resource,
    visitor: { address, userAgent },
    authentication: { authenticatedAt, amr },
  })
  return { tokens, familyId }
}
