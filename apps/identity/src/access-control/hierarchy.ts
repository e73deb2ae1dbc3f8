import { Conflict, Forbidden } from '@atrium/http/errors'
import type { Database } from '#deps.ts'
import type { Actor } from './actor.ts'
import { getLevel, hasOtherOwner, lockOwnerRole, lockUser } from './hierarchy.queries.ts'

/** Nobody acts upon a role or a user above their own highest role. */
export function refuseAbove(actor: Actor, level: number, what: string) {
  if (level > actor.level) {
    throw new Forbidden(`${what} stands above your own highest role`, {
      details: { level, ownLevel: actor.level },
    })
  }
}

/** A user whom the actor may change, held until the transaction ends: nobody rises or falls meanwhile. */
export async function holdUser(tx: Database, actor: Actor, userId: number) {
  const user = await lockUser(tx, userId)
  if (user) refuseAbove(actor, await getLevel(tx, userId), 'This user')
  return user
}

/** There is always an owner who can sign in; requests that would end this take turns. */
export async function refuseLastOwner(tx: Database, userId: number) {
  await lockOwnerRole(tx)
  if (await hasOtherOwner(tx, userId)) return
  throw new Conflict('This is the last owner; make another one first', { reason: 'last_owner' })
}
