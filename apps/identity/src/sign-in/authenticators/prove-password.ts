import type { Deps } from '#deps.ts'
import { Unavailable } from '#errors.ts'
import type { Proof } from '#tokens/proof.ts'
import {
  type Attempt,
  countFailure,
  forgiveFailures,
  refuseWhileBlocked,
} from '../lockout/lockout.commands.ts'
import type { Authenticator, Visitor } from './authenticator.ts'

interface Typed {
  login: string
  password: string
  visitor?: Visitor | undefined
}

/** Asks the authenticators in order until one knows the login. `unknown` has not been counted as a failed attempt. */
export async function provePassword(
  deps: Deps,
  attempt: Attempt,
  typed: Typed,
): Promise<Proof | 'unknown' | 'wrong'> {
  for (const authenticator of deps.authenticators) {
    const { inTurn = work => work() } = authenticator
    const outcome = await inTurn(() => ask(deps, authenticator, attempt, typed))
    if (outcome !== 'unknown') return outcome
  }
  return 'unknown'
}

/**
 * The lockout is checked before the password, so that a thousand attempts at once are not a thousand hashes, and after it,
 * so that no guess beyond the limit learns whether it was right. A password that changes in the meantime is noticed when
 * the sign-in is stored.
 */
async function ask(
  deps: Deps,
  { verify }: Authenticator,
  attempt: Attempt,
  { login, password, visitor }: Typed,
) {
  const hasFailed = await refuseWhileBlocked(deps, attempt)
  const outcome = await verify(login, password, visitor)
  if (outcome === 'unknown') return outcome
  if (outcome === 'unavailable') throw new Unavailable('sign_in_provider_unavailable', { retryAfter: 5 })
  if (outcome === 'wrong') {
    await countFailure(deps, attempt)
    return outcome
  }
  await refuseWhileBlocked(deps, attempt)
  if (hasFailed) await forgiveFailures(deps, attempt)
  return outcome
}
