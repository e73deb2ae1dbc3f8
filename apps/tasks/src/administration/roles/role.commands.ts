import * as shared from '@atrium/access-control/role.queries'
import { refuseSystemDelete, refuseSystemRename } from '@atrium/access-control/role.rules'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { NewRole, Role, RoleChanges } from './role.contract.ts'
import * as queries from './role.queries.ts'

export function createRole(deps: Deps, role: NewRole): Promise<Role> {
  const now = deps.now().toISOString()
  return inTransaction(deps, async tx => {
    const id = await shared.insertRole(tx, { ...role, createdAt: now, updatedAt: now })
    return queries.getRole(tx, id)
  })
}

export function updateRole(deps: Deps, id: number, changes: RoleChanges): Promise<Role> {
  return inTransaction(deps, async (tx, emit) => {
    refuseSystemRename(await queries.lockRole(tx, id), changes.name)
    await shared.updateRole(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
    await emit({ type: 'RightsChanged' })
    return queries.getRole(tx, id)
  })
}

export function deleteRole(deps: Deps, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    refuseSystemDelete(await queries.lockRole(tx, id))
    await shared.deleteRole(tx, id)
    await emit({ type: 'RightsChanged' })
  })
}
