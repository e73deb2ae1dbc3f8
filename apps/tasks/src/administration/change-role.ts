import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { NewRole, Role, RoleChanges } from './role.contract.ts'
import { deleteRole, getRole, insertRole, updateRole } from './role.queries.ts'

export function createRole(deps: Deps, role: NewRole): Promise<Role> {
  return inTransaction(deps, async tx => getRole(tx, await insertRole(tx, role)))
}

export function changeRole(deps: Deps, id: number, changes: RoleChanges): Promise<Role> {
  return inTransaction(deps, async (tx, emit) => {
    const role = await getRole(tx, id)
    if (role.isSystem && changes.name !== undefined && changes.name !== role.name) {
      throw new Conflict(`The role ${role.name} belongs to the system and keeps its name`)
    }
    await updateRole(tx, id, changes, deps.now().toISOString())
    await emit({ type: 'RightsChanged' })
    return getRole(tx, id)
  })
}

/** Its assignments go with it. */
export function removeRole(deps: Deps, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await getRole(tx, id)
    if (role.isSystem) throw new Conflict(`The role ${role.name} belongs to the system and cannot be deleted`)
    await deleteRole(tx, id)
    await emit({ type: 'RightsChanged' })
  })
}
