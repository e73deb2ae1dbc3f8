import { EntityAlreadyExists, EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { refuseOwnerWithout } from './built-in-permissions.ts'
import { refuseAbove, refuseGrantBeyond } from './hierarchy.ts'
import { getPermission } from './permission.queries.ts'
import type { Role } from './role.contract.ts'
import { getRole, lockRole } from './role.queries.ts'
import { deleteRolePermission, insertRolePermission } from './role-permission.queries.ts'

interface RolePermission {
  roleId: number
  permissionId: number
}

export function grantPermission(deps: Deps, actor: Actor, pair: RolePermission): Promise<Role> {
  return inTransaction(deps, async (tx, emit) => {
    const { permission } = await getPair(tx, actor, pair)
    refuseGrantBeyond(actor, [permission.name])
    const isNew = await insertRolePermission(tx, pair.roleId, pair.permissionId)
    if (!isNew) throw new EntityAlreadyExists('Role permission', 'permissionId')
    await audit(deps, tx, actor, {
      action: 'permission.granted',
      subjectType: 'role',
      subjectId: pair.roleId,
      details: { permission: permission.name },
    })
    await emit({ type: 'RightsChanged' })
    return getRole(tx, pair.roleId)
  })
}

export function revokePermission(deps: Deps, actor: Actor, pair: RolePermission): Promise<Role> {
  return inTransaction(deps, async (tx, emit) => {
    const { role, permission } = await getPair(tx, actor, pair)
    refuseOwnerWithout(role, permission.name)
    const wasHeld = await deleteRolePermission(tx, pair.roleId, pair.permissionId)
    if (!wasHeld) throw new EntityNotFound('Role permission')
    await audit(deps, tx, actor, {
      action: 'permission.revoked',
      subjectType: 'role',
      subjectId: pair.roleId,
      details: { permission: permission.name },
    })
    await emit({ type: 'RightsChanged' })
    return getRole(tx, pair.roleId)
  })
}

async function getPair(tx: Database, actor: Actor, { roleId, permissionId }: RolePermission) {
  const role = await lockRole(tx, roleId)
  const permission = await getPermission(tx, permissionId)
  refuseAbove(actor, role.level, 'role')
  return { role, permission }
}
