import { inTransaction } from '@atrium/database/transaction'
import { Conflict, EntityNotFound } from '@atrium/http/errors'
import type { Actor } from '#access-control/actor.ts'
import { isOwner } from '#access-control/hierarchy.queries.ts'
import { holdUser, refuseLastOwner } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import { getUser, updateUser } from './user.queries.ts'
import type { User } from './user.schema.ts'

export function archiveUser(deps: Deps, actor: Actor, id: number): Promise<User> {
  return inTransaction(deps, async (tx, announce) => {
    const user = await holdUser(tx, actor, id)
    if (!user) throw new EntityNotFound('User')
    if (user.archivedAt) throw new Conflict('This user is archived already')
    if (await isOwner(tx, id)) await refuseLastOwner(tx, id)
    const archivedAt = deps.now().toISOString()
    await updateUser(tx, id, { archivedAt }, archivedAt)
    await revokeUserTokens(tx, id, deps.now())
    await audit(deps, tx, actor, { action: 'user.archived', subjectType: 'user', subjectId: id })
    await announce({ name: 'TokensRevoked', userId: id })
    return getUser(tx, id)
  })
}
