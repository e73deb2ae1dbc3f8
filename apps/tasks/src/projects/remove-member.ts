import { Conflict, Forbidden } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import { holdPlace } from './hold-place.ts'
import { deleteMember, getMember } from './member.queries.ts'
import { settleInvitations } from './revoke-pending.ts'

/** Everybody but the owner may leave. What they had in hand there is let go of by whoever hears member.removed. */
export function removeMember(deps: Deps, actor: Actor, projectId: number, userId: number) {
  const isLeaving = userId === actor.id
  return inTransaction(deps, async (tx, emit) => {
    await holdPlace(tx, actor, projectId, isLeaving ? 'member.leave' : 'member.write')
    const { role } = await getMember(tx, viewerOf(actor, deps), projectId, userId)
    if (role === 'owner' && isLeaving) {
      throw new Conflict('A project always has an owner; hand the ownership over before you leave')
    }
    if (role === 'owner') throw new Forbidden('Nobody removes the owner of a project')
    await deleteMember(tx, projectId, userId)
    await emit({ type: 'member.removed', projectId, actorId: actor.id, before: { userId, role } })
    await settleInvitations(tx, emit, actor, projectId, userId)
  })
}
