import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { refuseAbove } from './hierarchy.ts'
import type { Role, RoleChanges } from './role.contract.ts'
import { getRole, lockRole, updateRole } from './role.queries.ts'
import { setPermissions } from './set-permissions.ts'

export function changeRole(deps: Deps, actor: Actor, id: number, changes: RoleChanges): Promise<Role> {
  const { permissions, ...fields } = changes
  return inTransaction(deps, async (tx, emit) => {
    const role = await lockRole(tx, id)
    refuseAbove(actor, role.level, 'role')
    refuseAbove(actor, fields.level ?? 0, 'level')
    refuseSystemChange(role, fields)
    await updateRole(tx, id, fields, deps.now().toISOString())
    if (permissions) await setPermissions(tx, actor, role, permissions)
    await audit(deps, tx, actor, {
      action: 'role.updated',
      subjectType: 'role',
      subjectId: id,
      details: changes,
    })
    await emit({ type: 'RightsChanged' })
    return getRole(tx, id)
  })
}

/** Registration, the first start and the hierarchy itself rest on their names and levels. */
function refuseSystemChange(role: Role, { name = role.name, level = role.level }: RoleChanges) {
  if (!role.isSystem) return
  if (name !== role.name) throw new Conflict('A system role cannot be renamed')
  if (level !== role.level) throw new Conflict('The level of a system role cannot be changed')
}
