import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { refuseAbove } from './hierarchy.ts'
import { deleteRole, lockRole } from './role.queries.ts'

export function removeRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const role = await lockRole(tx, id)
    refuseAbove(actor, role.level, 'role')
    if (role.isSystem) throw new Conflict('A system role cannot be deleted')
    await deleteRole(tx, id)
    await audit(deps, tx, actor, {
      action: 'role.deleted',
      subjectType: 'role',
      subjectId: id,
      details: { name: role.name, level: role.level },
    })
    await emit({ type: 'RightsChanged' })
  })
}
