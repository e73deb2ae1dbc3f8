import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { holdPlace } from './hold-place.ts'
import type { InvitationsToRevoke } from './invitation.contract.ts'
import { revokePending } from './revoke-pending.ts'

/** All that are pending, of which there may be none; or the named one, which must be. */
export function revokeInvitations(deps: Deps, actor: Actor, projectId: number, which: InvitationsToRevoke) {
  return inTransaction(deps, async (tx, emit) => {
    await holdPlace(tx, actor, projectId, 'invitation.write')
    const count = await revokePending(tx, emit, actor, projectId, which)
    if (count === 0 && (which.id || which.email)) throw new EntityNotFound('Pending invitation')
    return count
  })
}
