import type { NewUserRole, UserRole } from '@atrium/access-control/user-role.contract'
import { deleteUserRole, insertUserRole } from '@atrium/access-control/user-role.queries'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { Actor } from './actor.ts'
import { lockManageableUser, refuseAbove, refuseLastOwner, refuseRoleBeyond } from './hierarchy.ts'
import { findRole } from './role.queries.ts'
import { getUserRole } from './user-role.queries.ts'

export function assignRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  return inTransaction(deps, async (tx, emit) => {
    const user = await lockManageableUser(tx, actor, userId)
    if (!user) throw new ValidationFailed({ userId: 'does_not_exist' })
    const role = await findRole(tx, roleId)
    if (!role) throw new ValidationFailed({ roleId: 'does_not_exist' })
    refuseAbove(actor, role.level, 'role')
    refuseRoleBeyond(actor, role)
    const userRole = { userId, roleId, assignedBy: actor.id, assignedAt: deps.now().toISOString() }
    const id = await insertUserRole(tx, userRole)
    await audit(deps, tx, actor, record('role.assigned', userId, { roleId, role: role.name }))
    await emit({ type: 'RightsChanged', userId })
    return { id, ...userRole, role: role.name }
  })
}

export function unassignRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { userId, roleId, role, level } = await getUserRole(tx, id)
    await lockManageableUser(tx, actor, userId)
    refuseAbove(actor, level, 'role')
    if (role === 'owner') await refuseLastOwner(tx, userId)
    await deleteUserRole(tx, id)
    await audit(deps, tx, actor, record('role.removed', userId, { roleId, role }))
    await emit({ type: 'RightsChanged', userId })
  })
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'user' as const, subjectId, details }
}
