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
    const id = await queries.insertRole(tx, role, deps.now().toISOString())
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
    refuseSystemChange(role, fields)
    await queries.updateRole(tx, id, fields, deps.now().toISOString())
    if (permissions) await setPermissions(tx, actor, role, permissions)
    await audit(deps, tx, actor, record('role.updated', id, changes))
    await emit({ type: 'RightsChanged' })
    return queries.getRole(tx, id)
  })
}

/** Registration, the first start and the hierarchy depend on their names and levels. */
function refuseSystemChange(role: Role, { name = role.name, level = role.level }: RoleChanges) {
  if (!role.isSystem) return
  if (name !== role.name) throw new Conflict('system_role_name_fixed')
  if (level !== role.level) throw new Conflict('system_role_level_fixed')
}

export function deleteRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { name, level, isSystem } = await queries.lockRole(tx, id)
    refuseAbove(actor, level, 'role')
    if (isSystem) throw new Conflict('system_role_not_deletable')
    await queries.deleteRole(tx, id)
    await audit(deps, tx, actor, record('role.deleted', id, { name, level }))
    await emit({ type: 'RightsChanged' })
  })
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
