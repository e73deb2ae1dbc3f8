import { ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { holdUser, refuseAbove, refuseRoleBeyond } from './hierarchy.ts'
import { findRole } from './role.queries.ts'
import type { NewUserRole, UserRole } from './user-role.contract.ts'
import { insertUserRole } from './user-role.queries.ts'

export function assignUserRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  return inTransaction(deps, async (tx, emit) => {
    const user = await holdUser(tx, actor, userId)
    if (!user) throw new ValidationFailed({ userId: ['does not exist'] })
    const role = await findRole(tx, roleId)
    if (!role) throw new ValidationFailed({ roleId: ['does not exist'] })
    refuseAbove(actor, role.level, 'role')
    refuseRoleBeyond(actor, role)
    const assignedAt = deps.now().toISOString()
    const assigned = await insertUserRole(tx, { userId, roleId, assignedBy: actor.id, assignedAt })
    await audit(deps, tx, actor, {
      action: 'role.assigned',
      subjectType: 'user',
      subjectId: userId,
      details: { roleId, role: role.name },
    })
    await emit({ type: 'RightsChanged', userId })
    return { ...assigned, role: role.name }
  })
}
