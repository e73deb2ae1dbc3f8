import type { RolePermission } from '@atrium/access-control/permission.contract'
import { deleteRolePermission, insertRolePermission } from '@atrium/access-control/permission.queries'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { refuseAbove, refuseBuiltIn, refuseGrantBeyond, refuseOwnerWithout } from './hierarchy.ts'
import type { NewPermission, Permission, PermissionChanges } from './permission.contract.ts'
import * as queries from './permission.queries.ts'
import type { Role } from './role.contract.ts'
import { getRole, lockRole } from './role.queries.ts'

export function createPermission(deps: Deps, actor: Actor, input: NewPermission): Promise<Permission> {
  return inTransaction(deps, async (tx, emit) => {
    const permission = await queries.insertPermission(tx, input)
    await audit(deps, tx, actor, record('permission.created', permission.id, input))
    await emit({ type: 'RightsChanged' })
    return permission
  })
}

export function updatePermission(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: PermissionChanges,
): Promise<Permission> {
  return inTransaction(deps, async (tx, emit) => {
    const { name } = await queries.lockPermission(tx, id)
    if (changes.name !== undefined && changes.name !== name) refuseBuiltIn(name)
    await queries.updatePermission(tx, id, changes)
    await audit(deps, tx, actor, record('permission.updated', id, changes))
    await emit({ type: 'RightsChanged' })
    return queries.getPermission(tx, id)
  })
}

export function deletePermission(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { name } = await queries.lockPermission(tx, id)
    refuseBuiltIn(name)
    await queries.deletePermission(tx, id)
    await audit(deps, tx, actor, record('permission.deleted', id, { name }))
    await emit({ type: 'RightsChanged' })
  })
}

export function grantPermission(deps: Deps, actor: Actor, pair: RolePermission) {
  return inTransaction(deps, async (tx, emit) => {
    const { role, permission } = await lockPair(tx, actor, pair)
    refuseGrantBeyond(actor, [permission.name])
    await insertRolePermission(tx, pair)
    await audit(deps, tx, actor, recordGrant('permission.granted', role, permission))
    await emit({ type: 'RightsChanged' })
    return { item: await getRole(tx, role.id) }
  })
}

export function revokePermission(deps: Deps, actor: Actor, pair: RolePermission) {
  return inTransaction(deps, async (tx, emit) => {
    const { role, permission } = await lockPair(tx, actor, pair)
    refuseOwnerWithout(role, permission.name)
    await deleteRolePermission(tx, pair)
    await audit(deps, tx, actor, recordGrant('permission.revoked', role, permission))
    await emit({ type: 'RightsChanged' })
    return { item: await getRole(tx, role.id) }
  })
}

async function lockPair(tx: Database, actor: Actor, { roleId, permissionId }: RolePermission) {
  const role = await lockRole(tx, roleId)
  const permission = await queries.getPermission(tx, permissionId)
  refuseAbove(actor, role.level, 'role')
  return { role, permission }
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'permission' as const, subjectId, details }
}

function recordGrant(action: string, role: Role, { name }: Permission) {
  return { action, subjectType: 'role' as const, subjectId: role.id, details: { permission: name } }
}
