import * as shared from '@atrium/access-control/role.queries'
import { refuseSystemDelete, refuseSystemRename } from '@atrium/access-control/role.rules'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import type { Actor } from './actor.ts'
import { refuseAbove, refuseGrantBeyond, refuseOwnerWithFewer } from './hierarchy.ts'
import { replacePermissions } from './permission.queries.ts'
import type { NewRole, Role, RoleChanges } from './role.contract.ts'
import * as queries from './role.queries.ts'

export function createRole(deps: Deps, actor: Actor, input: NewRole): Promise<Role> {
  const { permissions = [], ...role } = input
  return inTransaction(deps, async (tx, emit) => {
    refuseAbove(actor, role.level, 'level')
    const now = deps.now().toISOString()
    const id = await shared.insertRole(tx, { ...role, createdAt: now, updatedAt: now })
    await setPermissions(tx, actor, { id, name: role.name, permissions: [] }, permissions)
    await audit(deps, tx, actor, record('role.created', id, { ...role, permissions }))
    await emit({ type: 'RightsChanged' })
    return queries.getRole(tx, id)
  })
}

export function updateRole(deps: Deps, actor: Actor, id: number, changes: RoleChanges): Promise<Role> {
  const { permissions, ...fields } = changes
  return inTransaction(deps, async (tx, emit) => {
    const role = await queries.lockRole(tx, id)
    refuseAbove(actor, role.level, 'role')
    refuseAbove(actor, fields.level ?? 0, 'level')
    refuseSystemRename(role, fields.name)
    refuseSystemLevel(role, fields.level)
    await shared.updateRole(tx, id, { ...fields, updatedAt: deps.now().toISOString() })
    if (permissions) await setPermissions(tx, actor, role, permissions)
    await audit(deps, tx, actor, record('role.updated', id, changes))
    await emit({ type: 'RightsChanged' })
    return queries.getRole(tx, id)
  })
}

export function deleteRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await queries.lockRole(tx, id)
    refuseAbove(actor, role.level, 'role')
    refuseSystemDelete(role)
    await shared.deleteRole(tx, id)
    await audit(deps, tx, actor, record('role.deleted', id, { name: role.name, level: role.level }))
    await emit({ type: 'RightsChanged' })
  })
}

/** The hierarchy depends on it. */
function refuseSystemLevel(role: Role, level = role.level) {
  if (role.isSystem && level !== role.level) throw new Conflict('system_role_level_fixed')
}

/** `role.permissions` are those that it has so far. */
async function setPermissions(
  tx: Database,
  actor: Actor,
  role: Pick<Role, 'id' | 'name' | 'permissions'>,
  names: string[],
) {
  refuseOwnerWithFewer(role, names)
  const known = await replacePermissions(tx, role.id, names)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    const errors = unknown.map(permission => ({ code: 'unknown_permission' as const, permission }))
    throw new ValidationFailed({ permissions: errors })
  }
  refuseGrantBeyond(
    actor,
    names.filter(name => !role.permissions.includes(name)),
  )
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'role' as const, subjectId, details }
}
