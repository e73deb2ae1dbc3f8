import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { holdUser, refuseAbove, refuseLastOwner } from './hierarchy.ts'
import { deleteUserRole, findUserRole } from './user-role.queries.ts'

export function removeUserRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const assigned = await findUserRole(tx, id)
    if (!assigned) throw new EntityNotFound('User role')
    const { userId, roleId, role, level } = assigned
    await holdUser(tx, actor, userId)
    refuseAbove(actor, level, 'role')
    if (role === 'owner') await refuseLastOwner(tx, userId)
    if (!(await deleteUserRole(tx, id))) throw new EntityNotFound('User role')
    await audit(deps, tx, actor, {
      action: 'role.removed',
      subjectType: 'user',
      subjectId: userId,
      details: { roleId, role },
    })
    await emit({ type: 'RightsChanged', userId })
  })
}
