import { DomainError } from '@atrium/core/errors'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, ValidationFailed } from '#errors.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { getUser } from '#users/user.queries.ts'
import type { Attempt } from '../lockout/lockout.commands.ts'
import { provePassword } from './prove-password.ts'

const RECENT_MS = 600_000

/**
 * Makes sure that it is the user who asks, and not someone at their unattended browser. It counts like a sign-in, so that a
 * stolen token does not help to guess the password. An account without a password needs a sign-in of the last minutes.
 */
export async function checkCurrentPassword(deps: Deps, actor: Actor, userId: number, password: string) {
  const { email } = await getUser(deps.db, userId)
  const attempt: Attempt = { account: String(userId), address: actor.address ?? '', userId }
  const outcome = await provePassword(deps, attempt, { login: email, password }).catch(asWrong)
  if (outcome === 'unknown') return requireRecentSignIn(deps, actor)
  if (outcome === 'wrong' || outcome.userId !== userId) {
    throw new ValidationFailed({ currentPassword: 'wrong_password' })
  }
}

/** A directory can refuse someone whose password is right, such as one who has left the required group. */
function asWrong(error: unknown): 'wrong' {
  if (error instanceof DomainError && error.statusCode === 403) return 'wrong'
  throw error
}

async function requireRecentSignIn({ db, now }: Deps, { familyId }: Actor) {
  const { authenticatedAt } = familyId === null ? {} : await getAuthentication(db, familyId)
  const isRecent = authenticatedAt && Date.parse(authenticatedAt) + RECENT_MS > now().getTime()
  if (!isRecent) throw new Forbidden('recent_sign_in_required')
}
