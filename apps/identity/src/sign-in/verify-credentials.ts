import { Forbidden } from '@atrium/http/errors'
import type { Deps } from '#deps.ts'
import { findCredentials, updatePasswordHash } from '#users/credentials.queries.ts'
import { type Attempt, countFailure, forgiveFailures, refuseWhileBlocked } from './lockout.ts'
import { hashPassword, hasOldParameters, inTurn, verifyHash } from './password-hash.ts'

export interface Credentials {
  username: string
  password: string
  /** Where the attempt comes from. */
  address: string
}

type Account = Awaited<ReturnType<typeof findCredentials>>

let dummyHash: Promise<string> | undefined

/** The user whom these credentials sign in. Every refusal looks alike and takes as long as a success. */
export async function verifyCredentials(deps: Deps, credentials: Credentials): Promise<number | undefined> {
  const { username, password, address } = credentials
  const account = await findCredentials(deps.db, username)
  const attempt = { account: account ? String(account.id) : username.toLowerCase(), address }
  const { isRight, hasFailed } = await checkPassword(deps, attempt, account, password)
  if (!isRight || !account) {
    await countFailure(deps, attempt)
    await tell(deps, 'sign-in.failed', account, address)
    return undefined
  }
  if (hasFailed) await forgiveFailures(deps, attempt)
  if (deps.settings.REQUIRE_VERIFIED_EMAIL && !account.emailVerifiedAt) {
    throw new Forbidden('Confirm your e-mail address first: the link is in the mail that we sent you')
  }
  if (hasOldParameters(account.passwordHash)) {
    await updatePasswordHash(deps.db, account.id, await hashPassword(password))
  }
  await tell(deps, 'sign-in.succeeded', account, address)
  return account.id
}

/** Blocked or not is asked when its turn has come: a thousand attempts at once are not a thousand guesses. */
async function checkPassword(deps: Deps, attempt: Attempt, account: Account, password: string) {
  dummyHash ??= hashPassword('nobody has this password')
  const passwordHash = account && !account.archivedAt ? account.passwordHash : undefined
  const hash = passwordHash ?? (await dummyHash)
  return inTurn(async () => {
    const hasFailed = await refuseWhileBlocked(deps, attempt)
    const isRight = (await verifyHash(hash, password)) && passwordHash !== undefined
    return { isRight, hasFailed }
  })
}

/** What was typed for an unknown account is left out: people type their passwords there, too. */
function tell({ auditSignIn, now }: Deps, action: string, account: Account, address: string) {
  const id = account?.id
  const subject = id === undefined ? {} : { subjectType: 'user' as const, subjectId: id }
  const actorId = action === 'sign-in.succeeded' && id !== undefined ? id : null
  return auditSignIn({ at: now().toISOString(), action, actorId, address, ...subject })
}
