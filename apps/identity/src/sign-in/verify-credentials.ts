import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import type { Proven } from '#tokens/issue-tokens.ts'
import { randomToken } from '#tokens/secrets.ts'
import { consumeToken, isTokenUsed } from '#tokens/used-token.queries.ts'
import { findCredentials, findCredentialsOf, renewPasswordHash } from '#users/credentials.queries.ts'
import { verifyHash } from './credentials/password-hash.ts'
import {
  type Attempt,
  countFailure,
  forgiveFailures,
  refuseWhileBlocked,
} from './lockout/lockout.commands.ts'
import { recordSignIn, refusePasswordAlone, refuseUnverified } from './sign-in-rules.ts'
import { checkCode } from './two-factor/two-factor.commands.ts'

const TWO_FACTOR_TOKEN_LIFETIME_MS = 300_000

export interface Credentials {
  username: string
  password: string
  /** Where the attempt comes from. */
  address: string
  /** For users with two-factor sign-in; without it they are asked for one. */
  code?: string
}

type FoundAccount = Awaited<ReturnType<typeof findCredentials>>

/** The user who has these credentials. Every refusal looks the same and takes as long as a success. */
export async function verifyCredentials(deps: Deps, credentials: Credentials): Promise<Proven | undefined> {
  const { username, password, address, code } = credentials
  const account = await findCredentials(deps.db, username)
  const userId = account?.id
  const attempt = { account: account ? String(userId) : username.trim().toLowerCase(), address, userId }
  const { isRight, hasFailed } = await checkPassword(deps, attempt, account, password)
  if (!isRight || !hasPassword(account)) {
    await recordSignIn(deps, { isRight: false, userId, address })
    return undefined
  }
  if (hasFailed) await forgiveFailures(deps, attempt)
  refuseUnverified(deps, account)
  if (deps.passwordHasher.isOutdated(account.passwordHash)) {
    const hashes = { before: account.passwordHash, after: await deps.passwordHasher.hash(password) }
    const isRenewed = await renewPasswordHash(deps.db, account.id, hashes)
    if (!isRenewed) return verifyCredentials(deps, credentials) // another sign-in was faster
    account.passwordHash = hashes.after
  }
  if (account.twoFactorSince) {
    const token = issueTwoFactorToken(deps, account)
    if (code === undefined) throw twoFactorRequired(token)
    return verifySecondFactor(deps, { token, code, address })
  }
  await refusePasswordAlone(deps, account.id)
  await recordSignIn(deps, { isRight: true, userId, address })
  return { userId: account.id, passwordHash: account.passwordHash, amr: 'pwd' }
}

/**
 * The lockout is checked before the hash, so that a thousand attempts at once are not a thousand hashes, and after it,
 * so that no guess beyond the limit learns whether it was right. A password that changes in the meantime is noticed when
 * the sign-in is stored.
 */
async function checkPassword(deps: Deps, attempt: Attempt, account: FoundAccount, password: string) {
  const passwordHash = account?.archivedAt ? null : (account?.passwordHash ?? null)
  const hash = passwordHash ?? (await deps.passwordHasher.dummyHash())
  return deps.passwordHasher.inTurn(async () => {
    const hasFailed = await refuseWhileBlocked(deps, attempt)
    const isRight = (await verifyHash(hash, password)) && passwordHash !== null
    if (!isRight) await countFailure(deps, attempt)
    else await refuseWhileBlocked(deps, attempt)
    return { isRight, hasFailed }
  })
}

interface Account {
  id: number
  passwordHash: string
}

function hasPassword<Found extends { passwordHash: string | null }>(
  account: Found | undefined,
): account is Found & { passwordHash: string } {
  return typeof account?.passwordHash === 'string'
}

/** The password is correct; the token proves it at the second step. */
function twoFactorRequired(token: string) {
  return new NotAuthenticated('two_factor_required', {
    error: 'two_factor_required',
    two_factor_token: token,
  })
}

/** Says that the password was correct a moment ago; invalid once the password has changed. */
function issueTwoFactorToken(deps: Deps, account: Account) {
  const content = `${account.id}.${deps.now().getTime() + TWO_FACTOR_TOKEN_LIFETIME_MS}.${randomToken()}`
  return `${content}.${signatureOf(deps, content, account)}`
}

interface SecondStep {
  token: string
  code: string
  address: string
}

/** The user of this token, if the code is theirs. */
export async function verifySecondFactor(
  deps: Deps,
  { token, code, address }: SecondStep,
): Promise<Proven | undefined> {
  const account = await findAccountOfToken(deps, token)
  if (!account) throw new NotAuthenticated('sign_in_expired')
  const isRight = await checkCode(deps, account.id, address, code)
  await recordSignIn(deps, { isRight, userId: account.id, address, factor: 'code' })
  if (!isRight) return undefined
  const expiresAt = new Date(Number(token.split('.')[1])).toISOString()
  if (!(await consumeToken(deps.db, deps.secrets.digest(token), expiresAt))) {
    throw new NotAuthenticated('sign_in_expired')
  }
  return { userId: account.id, passwordHash: account.passwordHash, amr: 'pwd otp mfa' }
}

async function findAccountOfToken(deps: Deps, token: string) {
  const [id = '', expires = '', nonce = '', signature = ''] = token.split('.')
  if (!/^\d{1,15}$/.test(id) || !(Number(expires) > deps.now().getTime())) return undefined
  const account = await findCredentialsOf(deps.db, Number(id))
  if (!hasPassword(account) || !account.twoFactorSince || account.archivedAt) return undefined
  const isOurs = areEqualSecrets(signature, signatureOf(deps, `${id}.${expires}.${nonce}`, account))
  return isOurs && !(await isTokenUsed(deps.db, deps.secrets.digest(token))) ? account : undefined
}

function signatureOf({ secrets }: Deps, content: string, { passwordHash }: Account) {
  return secrets.sign('two factor token', `${content}.${passwordHash}`)
}
