import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { mustSetUpTwoFactor, mustUsePasskey } from '#access-control/second-factor.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotAuthenticated } from '#errors.ts'
import { twoFactorRoles } from '#settings.ts'
import { findSession } from '#tokens/user-session.queries.ts'
import { getUser } from '#users/user.queries.ts'

/** The password is correct but not enough for the user's role (decision 36). */
export async function refusePasswordAlone({ db, settings }: Deps, userId: number) {
  if (!(await mustUsePasskey(db, twoFactorRoles(settings), userId))) return
  throw new Forbidden('passkey_required', { error: 'passkey_required' })
}

interface EmailOwner {
  emailVerifiedAt: string | null
}

export function refuseUnverified({ settings }: Deps, user: EmailOwner) {
  if (settings.REQUIRE_VERIFIED_EMAIL) refuseUnconfirmed(user)
}

export function refuseUnconfirmed({ emailVerifiedAt }: EmailOwner) {
  if (!emailVerifiedAt) throw new Forbidden('email_unconfirmed')
}

/**
 * Locks a user who can add a second factor or a passkey. Someone who registered with another person's address must not
 * leave a key behind for when its owner resets the password, so the address must be confirmed. The session is checked
 * again under the lock: the reset may have ended it while the body of the request was still being sent.
 */
export async function lockForNewFactor(tx: Database, actor: Actor, id: number) {
  await lockManageableUser(tx, actor, id)
  if (actor.familyId !== null && !(await findSession(tx, actor.familyId, id))) {
    throw new NotAuthenticated('session_ended')
  }
  const user = await getUser(tx, id)
  refuseUnconfirmed(user)
  return user
}

/**
 * Called after a factor is removed. Users can't remove their own last one while their role requires it. If an
 * administrator removes it for a user who lost their device, that user sets up a new one at their next sign-in.
 */
export async function refuseLastFactor({ settings }: Deps, tx: Database, actor: Actor, userId: number) {
  if (actor.id !== userId || !(await mustSetUpTwoFactor(tx, twoFactorRoles(settings), userId))) return
  throw new Conflict('last_second_factor')
}

interface SignIn {
  isRight: boolean
  userId: number | undefined
  address: string
  factor?: 'code' | 'passkey' | 'email_code'
  /** The slug of the provider where the user has signed in. */
  provider?: string
}

/** The username of an unknown account is left out: users sometimes type their password there. */
export function recordSignIn(
  { auditSignIn, counters, now }: Deps,
  { isRight, userId, address, factor, provider }: SignIn,
) {
  const subject = userId === undefined ? {} : { subjectType: 'user' as const, subjectId: userId }
  const action = isRight ? 'sign-in.succeeded' : 'sign-in.failed'
  const actorId = isRight && userId !== undefined ? userId : null
  const details =
    factor || provider ? { ...(factor && { factor }), ...(provider && { provider }) } : undefined
  counters.signIns.add(isRight ? 'succeeded' : 'failed')
  return auditSignIn({ at: now().toISOString(), action, actorId, address, details, ...subject })
}
