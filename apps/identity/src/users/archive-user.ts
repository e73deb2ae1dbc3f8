import { Conflict, EntityNotFound } from '@atrium/core/errors'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { isOwner } from '#access-control/hierarchy.queries.ts'
import { holdUser, refuseLastOwner } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import type { User } from './user.contract.ts'
import { getUser, updateUser } from './user.queries.ts'

export function archiveUser(deps: Deps, actor: Actor, id: number): Promise<User> {
  return inTransaction(deps, (tx, emit) => archiveWithin(deps, tx, emit, { actor, id }))
}

interface Archiving {
  actor: Actor
  id: number
}

/** Part of a transaction: the user cannot sign in any more, and every session of theirs ends. */
export async function archiveWithin(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, id }: Archiving,
): Promise<User> {
  const user = await holdUser(tx, actor, id)
  if (!user) throw new EntityNotFound('User')
  if (user.archivedAt) throw new Conflict('This user is archived already')
  if (await isOwner(tx, id)) await refuseLastOwner(tx, id)
  const archivedAt = deps.now().toISOString()
  await updateUser(tx, id, { archivedAt }, archivedAt)
  await revokeUserTokens(tx, id, deps.now())
  await audit(deps, tx, actor, { action: 'user.archived', subjectType: 'user', subjectId: id })
  await emit({ type: 'TokensRevoked', userId: id })
  return getUser(tx, id)
}
