import { refuseRoleBeyond } from '@atrium/access-control/role.rules'
import type { NewUserRole, UserRole } from '@atrium/access-control/user-role.contract'
import {
  deleteUserRole,
  getUserRole,
  insertUserRole,
  selectUserRoles,
} from '@atrium/access-control/user-role.queries'
import { inTransaction } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from '../actor.ts'
import { getUser, listPermissionsOf } from '../user.queries.ts'
import { getRole } from './role.queries.ts'

export function assignRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  const assignedAt = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    await getUser(tx, userId)
    await refuseBeyondOwn(tx, actor, roleId)
    const id = await insertUserRole(tx, { userId, roleId, assignedBy: actor.id, assignedAt })
    await emit({ type: 'RightsChanged' })
    return getUserRole(selectUserRoles(tx), id)
  })
}

export function unassignRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { roleId } = await getUserRole(selectUserRoles(tx), id)
    await refuseBeyondOwn(tx, actor, roleId)
    await deleteUserRole(tx, id)
    await emit({ type: 'RightsChanged' })
  })
}

async function refuseBeyondOwn(tx: Database, actor: Actor, roleId: number) {
  const role = await getRole(tx, roleId)
  const own = (await listPermissionsOf(tx, [actor.id])).get(actor.id)
  refuseRoleBeyond(role, permission => own?.has(permission) ?? false)
}
