import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { refuseAbove } from './hierarchy.ts'
import type { NewRole, Role } from './role.contract.ts'
import { getRole, insertRole } from './role.queries.ts'
import { setPermissions } from './set-permissions.ts'

export function createRole(deps: Deps, actor: Actor, input: NewRole): Promise<Role> {
  const { permissions = [], ...role } = input
  return inTransaction(deps, async (tx, emit) => {
    refuseAbove(actor, role.level, 'level')
    const id = await insertRole(tx, role, deps.now().toISOString())
    await setPermissions(tx, actor, { id, name: role.name, permissions: [] }, permissions)
    await audit(deps, tx, actor, {
      action: 'role.created',
      subjectType: 'role',
      subjectId: id,
      details: { ...role, permissions },
    })
    await emit({ type: 'RightsChanged' })
    return getRole(tx, id)
  })
}
