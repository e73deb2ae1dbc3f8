import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { getRole } from './role.queries.ts'
import { getUser } from './user.queries.ts'
import { getUserRole, insertUserRole } from './user-role.queries.ts'
import type { NewUserRole, UserRole } from './user-role.schema.ts'

/** Core rule 5: user and role must exist; a duplicate is refused by the database. */
export function assignRole(deps: Deps, actor: Actor, { userId, roleId }: NewUserRole): Promise<UserRole> {
  return inTransaction(deps, async tx => {
    await getUser(tx, userId)
    await getRole(tx, roleId)
    return getUserRole(tx, await insertUserRole(tx, { userId, roleId, assignedBy: actor.id }))
  })
}
