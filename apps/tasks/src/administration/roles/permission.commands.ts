import type { RolePermission } from '@atrium/access-control/permission.contract'
import {
  deleteRolePermission,
  getPermission,
  insertRolePermission,
} from '@atrium/access-control/permission.queries'
import { refuseGrantBeyond } from '@atrium/access-control/role.rules'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden } from '#errors.ts'
import { type Actor, isAdmin } from '../actor.ts'
import { listPermissionsOf } from '../user.queries.ts'
import type { Role } from './role.contract.ts'
import { lockRole } from './role.queries.ts'

/** Without it on the role admin, nobody could grant anything again. */
const KEPT_BY_ADMIN = 'rbac.permissions.manage'

export function grantPermission(deps: Deps, actor: Actor, pair: RolePermission) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await lockRole(tx, pair.roleId)
    const { name } = await getPermission(tx, pair.permissionId)
    refuseOthersOnAdmin(actor, role)
    if (role.name !== 'admin') {
      const own = (await listPermissionsOf(tx, [actor.id])).get(actor.id)
      refuseGrantBeyond([name], permission => own?.has(permission) ?? false)
    }
    await insertRolePermission(tx, pair)
    await audit(deps, tx, actor, record('permission.granted', role, name))
    await emit({ type: 'RightsChanged' })
    return { message: 'Permission granted' }
  })
}

export function revokePermission(deps: Deps, actor: Actor, pair: RolePermission) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await lockRole(tx, pair.roleId)
    const { name } = await getPermission(tx, pair.permissionId)
    refuseOthersOnAdmin(actor, role)
    if (role.name === 'admin' && name === KEPT_BY_ADMIN) {
      throw new Conflict('admin_keeps_permission', { permission: name })
    }
    await deleteRolePermission(tx, pair)
    await audit(deps, tx, actor, record('permission.revoked', role, name))
    await emit({ type: 'RightsChanged' })
    return { message: 'Permission revoked' }
  })
}

/** Administrators can also grant the role admin what they do not have: it is meant to have every permission. */
function refuseOthersOnAdmin(actor: Actor, role: Role) {
  if (role.name === 'admin' && !isAdmin(actor)) throw new Forbidden('admin_role_restricted')
}

function record(action: string, { id }: Role, permission: string) {
  return { action, subjectType: 'role', subjectId: id, details: { permission } }
}
