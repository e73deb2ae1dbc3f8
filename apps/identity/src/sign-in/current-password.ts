import type { Deps } from '#deps.ts'
import { getPasswordHash } from '#users/credentials.queries.ts'
import { type Attempt, countFailure, forgiveFailures, refuseWhileBlocked } from './lockout.ts'
import { verifyHash } from './password-hash.ts'

/** Counted like a sign-in: a stolen token does not help to guess the password. */
export async function isCurrentPassword(deps: Deps, userId: number, address: string, password: string) {
  const attempt: Attempt = { account: String(userId), address, userId }
  await refuseWhileBlocked(deps, attempt)
  const isRight = await deps.passwordHasher.inTurn(async () => {
    await refuseWhileBlocked(deps, attempt)
    const passwordHash = await getPasswordHash(deps.db, userId)
    const isRight = await verifyHash(passwordHash, password)
    if (!isRight) await countFailure(deps, attempt)
    else await refuseWhileBlocked(deps, attempt)
    return isRight
  })
  if (isRight) await forgiveFailures(deps, attempt)
  return isRight
}
