import { Forbidden } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import type { Role } from './role.contract.ts'
import { getRole } from './role.queries.ts'
import { getUser, listPermissionsOf } from './user.queries.ts'
import type { NewUserRole, UserRole } from './user-role.contract.ts'
import { deleteUserRole, getUserRole, insertUserRole } from './user-role.queries.ts'

/** Core rule 5: user and role must exist; a duplicate is refused by the database. */
export function assignRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  return inTransaction(deps, async (tx, emit) => {
    await getUser(tx, userId)
    await refuseBeyondOwn(tx, actor, await getRole(tx, roleId))
    const id = await insertUserRole(tx, { userId, roleId, assignedBy: actor.id })
    await emit({ type: 'RightsChanged' })
    return getUserRole(tx, id)
  })
}

export function unassignRole(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { roleId } = await getUserRole(tx, id)
    await refuseBeyondOwn(tx, actor, await getRole(tx, roleId))
    await deleteUserRole(tx, id)
    await emit({ type: 'RightsChanged' })
  })
}

/** Otherwise the permission to assign roles would be every permission there is. */
async function refuseBeyondOwn(tx: Database, actor: Actor, { name, permissions }: Role) {
  const own = (await listPermissionsOf(tx, [actor.id])).get(actor.id)
  const missing = permissions.filter(permission => !own?.has(permission))
  if (missing.length === 0) return
  throw new Forbidden(`The role ${name} has permissions that you do not have: ${missing.join(', ')}`, {
    details: { permissions: missing },
  })
}
