import { Conflict, EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { holdUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import type { User } from './user.contract.ts'
import { getUser, updateUser } from './user.queries.ts'

export function restoreUser(deps: Deps, actor: Actor, id: number): Promise<User> {
  return inTransaction(deps, async (tx, emit) => {
    const user = await holdUser(tx, actor, id)
    if (!user) throw new EntityNotFound('User')
    if (!user.archivedAt) throw new Conflict('This user is not archived')
    await updateUser(tx, id, { archivedAt: null }, deps.now().toISOString())
    // A sign-in that was under way while the user was archived must not come alive now.
    await revokeUserTokens(tx, id, deps.now())
    await audit(deps, tx, actor, { action: 'user.restored', subjectType: 'user', subjectId: id })
    await emit({ type: 'TokensRevoked', userId: id })
    return getUser(tx, id)
  })
}
