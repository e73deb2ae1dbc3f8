import { refuseRoleBeyond } from '@atrium/access-control/role.rules'
import type { NewUserRole, UserRole } from '@atrium/access-control/user-role.contract'
import {
  deleteUserRole,
  getUserRole,
  insertUserRole,
  selectUserRoles,
} from '@atrium/access-control/user-role.queries'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from '../actor.ts'
import type { User } from '../user.contract.ts'
import { getUser, listPermissionsOf } from '../user.queries.ts'
import type { Role } from './role.contract.ts'
import { getRole } from './role.queries.ts'

export function assignRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  const assignedAt = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const user = await getUser(tx, userId)
    const role = await refuseBeyondOwn(tx, actor, roleId)
    const id = await insertUserRole(tx, { userId, roleId, assignedBy: actor.id, assignedAt })
    await audit(deps, tx, actor, record('role.assigned', user, role))
    await emit({ type: 'RightsChanged' })
    return getUserRole(selectUserRoles(tx), id)
  })
}

export function unassignRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { userId, roleId } = await getUserRole(selectUserRoles(tx), id)
    const role = await refuseBeyondOwn(tx, actor, roleId)
    await deleteUserRole(tx, id)
    await audit(deps, tx, actor, record('role.removed', await getUser(tx, userId), role))
    await emit({ type: 'RightsChanged' })
  })
}

async function refuseBeyondOwn(tx: Database, actor: Actor, roleId: number) {
  const role = await getRole(tx, roleId)
  const own = (await listPermissionsOf(tx, [actor.id])).get(actor.id)
  refuseRoleBeyond(role, permission => own?.has(permission) ?? false)
  return role
}

function record(action: string, { id, passportId }: User, { id: roleId, name }: Role) {
  const subject = passportId ? { subjectType: 'user', subjectId: passportId } : {}
  return { action, ...subject, details: { roleId, role: name, ...(!passportId && { robotId: id }) } }
}
