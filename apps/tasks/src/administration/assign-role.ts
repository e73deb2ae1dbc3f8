import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { getRole } from './role.queries.ts'
import { getUser } from './user.queries.ts'
import { deleteUserRole, getUserRole, insertUserRole } from './user-role.queries.ts'
import type { NewUserRole, UserRole } from './user-role.schema.ts'

/** Core rule 5: user and role must exist; a duplicate is refused by the database. */
export function assignRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  return inTransaction(deps, async (tx, announce) => {
    await getUser(tx, userId)
    await getRole(tx, roleId)
    const id = await insertUserRole(tx, { userId, roleId, assignedBy: actor.id })
    await announce({ name: 'RightsChanged' })
    return getUserRole(tx, id)
  })
}

export function takeRoleAway(deps: Deps, id: number) {
  return inTransaction(deps, async (tx, announce) => {
    await deleteUserRole(tx, id)
    await announce({ name: 'RightsChanged' })
  })
}
