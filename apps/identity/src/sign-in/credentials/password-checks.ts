import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { type FieldCode, ValidationFailed } from '#errors.ts'
import { findPasswordHash } from '#users/credentials.queries.ts'
import {
  type Attempt,
  countFailure,
  forgiveFailures,
  refuseWhileBlocked,
} from '../lockout/lockout.commands.ts'
import { verifyHash } from './password-hash.ts'
import type { PasswordOwner } from './password-strength.ts'

/** The field error of a new password that is too easy to guess; its schema has checked the length. */
export async function checkStrength(
  { passwordMeter }: Deps,
  password: string,
  owner: PasswordOwner,
): Promise<{ password: FieldCode } | undefined> {
  const { problem } = await passwordMeter.measure(password, owner)
  return problem === 'too_easy_to_guess' ? { password: 'too_easy_to_guess' } : undefined
}

/** Counted like a sign-in, so that a stolen token does not help to guess the password. */
export async function checkCurrentPassword(deps: Deps, actor: Actor, userId: number, password: string) {
  const attempt: Attempt = { account: String(userId), address: actor.address ?? '', userId }
  await refuseWhileBlocked(deps, attempt)
  const isRight = await deps.passwordHasher.inTurn(async () => {
    await refuseWhileBlocked(deps, attempt)
    const passwordHash = await findPasswordHash(deps.db, userId)
    const hash = passwordHash ?? (await deps.passwordHasher.dummyHash())
    const isRight = (await verifyHash(hash, password)) && passwordHash !== undefined
    if (!isRight) await countFailure(deps, attempt)
    else await refuseWhileBlocked(deps, attempt)
    return isRight
  })
  if (!isRight) throw new ValidationFailed({ currentPassword: 'wrong_password' })
  await forgiveFailures(deps, attempt)
}
