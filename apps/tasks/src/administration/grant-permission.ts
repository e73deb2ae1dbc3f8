import { Conflict, Forbidden } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { type Actor, isAdmin } from './actor.ts'
import { deleteRolePermission, getPermission, insertRolePermission } from './permission.queries.ts'
import type { Role } from './role.contract.ts'
import { getRole } from './role.queries.ts'
import { listPermissionsOf } from './user.queries.ts'

interface RolePermission {
  roleId: number
  permissionId: number
}

/** Without it on the role admin nobody could grant anything again. */
const KEY_TO_ALL = 'rbac.permissions.manage'

export function grantPermission(deps: Deps, actor: Actor, { roleId, permissionId }: RolePermission) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await getRole(tx, roleId)
    const { name } = await getPermission(tx, permissionId)
    refuseOthersOnAdmin(actor, role)
    if (role.name !== 'admin') await requireOwn(tx, actor, name)
    await insertRolePermission(tx, roleId, permissionId)
    await emit({ type: 'RightsChanged' })
  })
}

export function revokePermission(deps: Deps, actor: Actor, { roleId, permissionId }: RolePermission) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await getRole(tx, roleId)
    const { name } = await getPermission(tx, permissionId)
    refuseOthersOnAdmin(actor, role)
    if (role.name === 'admin' && name === KEY_TO_ALL)
      throw new Conflict(`The role admin always keeps ${name}`)
    await deleteRolePermission(tx, roleId, permissionId)
    await emit({ type: 'RightsChanged' })
  })
}

/** The role admin is meant to hold everything, so an administrator may also restore what it has lost. */
function refuseOthersOnAdmin(actor: Actor, role: Role) {
  if (role.name !== 'admin' || isAdmin(actor)) return
  throw new Forbidden('Only an administrator can change the permissions of the role admin')
}

async function requireOwn(tx: Database, actor: Actor, name: string) {
  const own = (await listPermissionsOf(tx, [actor.id])).get(actor.id)
  if (own?.has(name)) return
  throw new Forbidden(`You can only grant permissions that you have yourself; you do not have ${name}`, {
    details: { permission: name },
  })
}
