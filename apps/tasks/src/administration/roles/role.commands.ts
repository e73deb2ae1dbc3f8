import * as shared from '@atrium/access-control/role.queries'
import { refuseSystemDelete, refuseSystemRename } from '@atrium/access-control/role.rules'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from '../actor.ts'
import type { NewRole, Role, RoleChanges } from './role.contract.ts'
import * as queries from './role.queries.ts'

export function createRole(deps: Deps, actor: Actor, role: NewRole): Promise<Role> {
  const now = deps.now().toISOString()
  return inTransaction(deps, async tx => {
    const id = await shared.insertRole(tx, { ...role, createdAt: now, updatedAt: now })
    await audit(deps, tx, actor, record('role.created', id, { name: role.name }))
    return queries.getRole(tx, id)
  })
}

export function updateRole(deps: Deps, actor: Actor, id: number, changes: RoleChanges): Promise<Role> {
  return inTransaction(deps, async (tx, emit) => {
    refuseSystemRename(await queries.lockRole(tx, id), changes.name)
    await audit(deps, tx, actor, record('role.updated', id, { fields: Object.keys(changes) }))
    await shared.updateRole(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
    await emit({ type: 'RightsChanged' })
    return queries.getRole(tx, id)
  })
}

export function deleteRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await queries.lockRole(tx, id)
    refuseSystemDelete(role)
    await audit(deps, tx, actor, record('role.deleted', id, { name: role.name }))
    await shared.deleteRole(tx, id)
    await emit({ type: 'RightsChanged' })
  })
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'role', subjectId, details }
}
