import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import { holdPlace } from './hold-place.ts'
import type { Member, NewMember } from './member.contract.ts'
import { getActiveUser, getMember } from './member.queries.ts'
import { isMember } from './place.queries.ts'
import { insertMember } from './project.queries.ts'
import { refusePersonal } from './require-right.ts'
import { settleInvitations } from './revoke-pending.ts'

export function addMember(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { userId, role }: NewMember,
): Promise<Member> {
  return inTransaction(deps, async (tx, emit) => {
    refusePersonal(await holdPlace(tx, actor, projectId, 'member.write'))
    const viewer = viewerOf(actor, deps)
    await getActiveUser(tx, userId, viewer)
    if (await isMember(tx, projectId, userId)) throw new Conflict('This user is a member already')
    await insertMember(tx, projectId, userId, role)
    await emit({ type: 'member.added', projectId, actorId: actor.id, after: { userId, role } })
    await settleInvitations(tx, emit, actor, projectId, userId)
    return getMember(tx, viewer, projectId, userId)
  })
}
