import type { Deps } from '#deps.ts'
import type { Proven } from '#tokens/issue-tokens.ts'
import { findCredentials, renewPasswordHash } from '#users/credentials.queries.ts'
import { type Attempt, countFailure, forgiveFailures, refuseWhileBlocked } from './lockout.ts'
import { hasOldParameters, verifyHash } from './password-hash.ts'
import { recordSignIn } from './record-sign-in.ts'
import { refusePasswordAlone, refuseUnverified } from './refuse-sign-in.ts'
import { issueTwoFactorToken, SecondFactorRequired, verifySecondFactor } from './second-factor.ts'

export interface Credentials {
  username: string
  password: string
  /** Where the attempt comes from. */
  address: string
  /** For users with two-factor sign-in; without it they are asked for one. */
  code?: string
}

type Account = Awaited<ReturnType<typeof findCredentials>>

/** The user whom these credentials sign in. Every refusal looks alike and takes as long as a success. */
export async function verifyCredentials(deps: Deps, credentials: Credentials): Promise<Proven | undefined> {
  const { username, password, address, code } = credentials
  const account = await findCredentials(deps.db, username)
  const userId = account?.id
  const attempt = { account: account ? String(userId) : username.trim().toLowerCase(), address, userId }
  const { isRight, hasFailed } = await checkPassword(deps, attempt, account, password)
  if (!isRight || !account) {
    await recordSignIn(deps, { isRight: false, userId, address })
    return undefined
  }
  if (hasFailed) await forgiveFailures(deps, attempt)
  refuseUnverified(deps, account)
  if (hasOldParameters(account.passwordHash)) {
    const hashes = { before: account.passwordHash, after: await deps.passwordHasher.hash(password) }
    const isRenewed = await renewPasswordHash(deps.db, account.id, hashes)
    if (!isRenewed) return verifyCredentials(deps, credentials) // another sign-in was quicker
    account.passwordHash = hashes.after
  }
  if (account.twoFactorSince) {
    const token = issueTwoFactorToken(deps, account)
    if (code === undefined) throw new SecondFactorRequired(token)
    return verifySecondFactor(deps, { token, code, address })
  }
  await refusePasswordAlone(deps, account.id)
  await recordSignIn(deps, { isRight: true, userId, address })
  return { userId: account.id, passwordHash: account.passwordHash }
}

/**
 * The lockout is checked before the hash, so that a thousand attempts at once are not a thousand hashes, and after it, so
 * that not one guess more than the limit allows learns whether it was right. A password that changes meanwhile is
 * noticed when the sign-in is stored.
 */
async function checkPassword(deps: Deps, attempt: Attempt, account: Account, password: string) {
  const passwordHash = account?.archivedAt ? undefined : account?.passwordHash
  const hash = passwordHash ?? (await deps.passwordHasher.dummyHash())
  return deps.passwordHasher.inTurn(async () => {
    const hasFailed = await refuseWhileBlocked(deps, attempt)
    const isRight = (await verifyHash(hash, password)) && passwordHash !== undefined
    if (!isRight) await countFailure(deps, attempt)
    else await refuseWhileBlocked(deps, attempt)
    return { isRight, hasFailed }
  })
}
