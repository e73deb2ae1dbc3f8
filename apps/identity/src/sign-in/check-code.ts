import { retryTransaction } from '@atrium/database/retry-transaction'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { type Attempt, countFailure, forgiveFailures, refuseWhileBlocked } from './lockout.ts'
import { stepOf } from './time-code.ts'
import { lockTwoFactor, updateLastStep, useRecoveryCode } from './two-factor.queries.ts'

export const TWO_FACTOR_PURPOSE = 'two factor'

/**
 * Whether this is a code of the user's authenticator, or a recovery code that is unused. Each counts once, and
 * guesses take turns: a thousand at once are not a thousand guesses.
 */
export function checkCode(deps: Deps, userId: number, address: string, code: string) {
  const attempt: Attempt = { account: String(userId), address, userId, isCode: true }
  const transaction = deps.db.transaction()
  const check = async (tx: Database) => {
    const counting = { ...deps, db: tx }
    const factor = await lockTwoFactor(tx, userId)
    if (!factor) return false
    await refuseWhileBlocked(counting, attempt)
    const isRight = await useCode(deps, tx, factor, code.replace(/[\s-]/g, ''))
    await (isRight ? forgiveFailures(counting, attempt) : countFailure(counting, attempt))
    return isRight
  }
  return retryTransaction(() => transaction.execute(check))
}

type Factor = NonNullable<Awaited<ReturnType<typeof lockTwoFactor>>>

async function useCode(deps: Deps, tx: Database, { userId, secret, lastStep }: Factor, code: string) {
  const step = stepOf(deps.secrets.unseal(TWO_FACTOR_PURPOSE, secret), code, deps.now())
  if (step === undefined) {
    return useRecoveryCode(tx, userId, recoveryDigest(deps, userId, code), deps.now().toISOString())
  }
  if (lastStep !== null && step <= lastStep) return false // RFC 6238 §5.2: a code counts once
  await updateLastStep(tx, userId, step)
  return true
}

export function recoveryDigest({ secrets }: Deps, userId: number, code: string) {
  return secrets.digest(`recovery ${userId} ${code.toLowerCase()}`)
}
