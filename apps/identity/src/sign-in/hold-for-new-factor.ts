import { Forbidden, NotAuthenticated } from '@atrium/core/errors'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import type { Database } from '#database.ts'
import { findSession } from '#tokens/user-session.queries.ts'
import { getUser } from '#users/user.queries.ts'

/**
 * Locks a user who may add a second factor or a passkey. Someone who registered with another person’s address must not
 * leave a key behind for when its owner resets the password, so the address must be confirmed. The session is checked
 * again under the lock: the reset may have ended it while the body of the request was still being sent.
 */
export async function holdForNewFactor(tx: Database, actor: Actor, id: number) {
  await lockManageableUser(tx, actor, id)
  if (actor.familyId !== null && !(await findSession(tx, actor.familyId, id)))
    throw new NotAuthenticated('This session has ended; sign in again')
  const user = await getUser(tx, id)
  refuseUnconfirmed(user)
  return user
}

export function refuseUnconfirmed({ emailVerifiedAt }: { emailVerifiedAt: string | null }) {
  if (emailVerifiedAt) return
  throw new Forbidden('Confirm your email address first, then add a second factor or a passkey', {
    details: { reason: 'email_unconfirmed' },
  })
}
