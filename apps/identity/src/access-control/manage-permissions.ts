import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { refuseBuiltIn } from './built-in-permissions.ts'
import type { NewPermission, Permission, PermissionChanges } from './permission.contract.ts'
import {
  deletePermission,
  getPermission,
  insertPermission,
  lockPermission,
  updatePermission,
} from './permission.queries.ts'

export function createPermission(deps: Deps, actor: Actor, input: NewPermission): Promise<Permission> {
  return inTransaction(deps, async (tx, emit) => {
    const permission = await insertPermission(tx, input)
    await audit(deps, tx, actor, {
      action: 'permission.created',
      subjectType: 'permission',
      subjectId: permission.id,
      details: input,
    })
    await emit({ type: 'RightsChanged' })
    return permission
  })
}

export function changePermission(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: PermissionChanges,
): Promise<Permission> {
  return inTransaction(deps, async (tx, emit) => {
    const { name } = await lockPermission(tx, id)
    if (changes.name !== undefined && changes.name !== name) refuseBuiltIn(name)
    await updatePermission(tx, id, changes)
    await audit(deps, tx, actor, {
      action: 'permission.updated',
      subjectType: 'permission',
      subjectId: id,
      details: changes,
    })
    await emit({ type: 'RightsChanged' })
    return getPermission(tx, id)
  })
}

export function removePermission(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { name } = await lockPermission(tx, id)
    refuseBuiltIn(name)
    await deletePermission(tx, id)
    await audit(deps, tx, actor, {
      action: 'permission.deleted',
      subjectType: 'permission',
      subjectId: id,
      details: { name },
    })
    await emit({ type: 'RightsChanged' })
  })
}
