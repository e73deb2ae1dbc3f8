import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { clearFailuresOf } from './sign-in-failure.queries.ts'

/** Their failures are forgiven, from whatever address; an address that tries everybody stays blocked. */
export function unlockUser(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    if (!(await lockManageableUser(tx, actor, id))) throw new EntityNotFound('User')
    await clearFailuresOf(tx, id)
    await audit(deps, tx, actor, { action: 'user.unlocked', subjectType: 'user', subjectId: id })
  })
}
