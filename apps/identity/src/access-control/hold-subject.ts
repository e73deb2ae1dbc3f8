import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import type { Actor } from './actor.ts'
import { holdUser } from './hierarchy.ts'

/** Whose record is written: the named user's or the caller's own. A client has nothing of its own. */
export async function holdSubject(tx: Database, actor: Actor, userId: number | null = actor.id) {
  if (userId === null) throw new ValidationFailed({ userId: 'required' })
  const user = await holdUser(tx, actor, userId)
  if (!user) throw new ValidationFailed({ userId: 'does_not_exist' })
  return user.id
}
