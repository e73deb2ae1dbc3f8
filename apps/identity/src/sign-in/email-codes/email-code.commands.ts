import { randomInt } from 'node:crypto'
import { inTransaction } from '@atrium/database/transaction'
import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { TooManyRequests } from '#errors.ts'
import type { Proof } from '#tokens/proof.ts'
import { randomToken } from '#tokens/secrets.ts'
import { findCredentials, getCredentials } from '#users/credentials.queries.ts'
import { countFailure, forgiveFailures, networkOf, refuseWhileBlocked } from '../lockout/lockout.commands.ts'
import { recordSignIn, refusePasswordAlone } from '../rules/sign-in-rules.ts'
import { issueTwoFactorToken, twoFactorRequired } from '../two-factor/second-step.ts'
import * as queries from './email-code.queries.ts'

const LIFETIME_MS = 600_000
const HOUR_MS = 3_600_000
const MAX_TRIES = 5
const MAX_PER_NETWORK = 30
const MAX_PER_USER = 5
const DIGITS = 8

interface Asking {
  /** The cookie of the browser that asks. */
  browser: string
  address: string
}

/** Prepares a code, whatever was typed; the job that sends it finds out whether there is such an account. Returns the id. */
export async function askForEmailCode({ secrets, now }: Deps, tx: Database, { browser, address }: Asking) {
  const id = randomToken()
  const asked = {
    id: secrets.digest(id),
    browser: secrets.digest(browser),
    network: networkOf(address),
    createdAt: now().toISOString(),
    expiresAt: new Date(now().getTime() + LIFETIME_MS).toISOString(),
  }
  const since = new Date(now().getTime() - HOUR_MS).toISOString()
  if (!(await queries.insertAskedCode(tx, asked, { limit: MAX_PER_NETWORK, since })))
    throw new TooManyRequests('too_many_attempts', { retryAfter: HOUR_MS / 1000 })
  return id
}

interface AskedCode {
  digest: string
  username: string
}

/** Creates the code when its email is sent; undefined for those who don't get one. The queue never holds a code. */
export async function createEmailCode(deps: Deps, { digest, username }: AskedCode) {
  const { secrets, now } = deps
  const account = await findCredentials(deps.db, username)
  if (!account) return undefined
  return inTransaction(deps, async tx => {
    const receiver = await queries.lockCodeReceiver(tx, account.id)
    if (!receiver) return undefined
    const since = new Date(now().getTime() - HOUR_MS).toISOString()
    if ((await queries.countOtherCodes(tx, receiver.id, { digest, since })) >= MAX_PER_USER) return undefined
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const { id: userId, name, email, securityStamp } = receiver
    const sent = { userId, email, securityStamp, code: secrets.digest(`${digest}.${code}`) }
    const isStored = await queries.storeSentCode(tx, digest, sent, now().toISOString())
    return isStored ? { name, email, code } : undefined
  })
}

interface Guess {
  id: string
  /** What was typed to ask for the code. */
  username: string
  /** The code as it was typed: with spaces, if its reader likes. */
  code: string
  browser: string
  address: string
}

/**
 * The proof for the user who read the code in their email. It is a first factor: a second one that the account or its role
 * has stays required. A code that is wrong, expired, used or of another browser is refused in one way.
 */
export async function verifyEmailCode(
  deps: Deps,
  { id, username, code, browser, address }: Guess,
): Promise<Proof | undefined> {
  const { db, secrets } = deps
  const known = await findCredentials(db, username)
  const account = known ? String(known.id) : username.trim().toLowerCase()
  const attempt = { account, address, userId: known?.id }
  const hasFailed = await refuseWhileBlocked(deps, attempt)
  const digest = secrets.digest(id)
  const at = deps.now().toISOString()
  const place = { id: digest, browser: secrets.digest(browser), now: at, tries: MAX_TRIES }
  const found = await queries.tryCode(db, place)
  const expected = found?.isCurrent ? (found.code ?? '') : ''
  const isRight = areEqualSecrets(secrets.digest(`${digest}.${code.replace(/\D/g, '')}`), expected)
  if (!found?.userId || !isRight || !(await queries.useCode(db, digest, at))) {
    await countFailure(deps, attempt)
    await recordSignIn(deps, { isRight: false, userId: known?.id, address, factor: 'email_code' })
    return undefined
  }
  if (hasFailed) await forgiveFailures(deps, attempt)
  return proofOf(deps, found.userId, { at, address })
}

async function proofOf(deps: Deps, userId: number, { at, address }: { at: string; address: string }) {
  const { twoFactorSince, securityStamp: stamp } = await getCredentials(deps.db, userId)
  const proof: Proof = { userId, amr: 'otp', at, stamp }
  if (twoFactorSince) throw twoFactorRequired(issueTwoFactorToken(deps, proof))
  await refusePasswordAlone(deps, userId)
  await recordSignIn(deps, { isRight: true, userId, address, factor: 'email_code' })
  return proof
}
