import type { Actor } from '#access-control/actor.ts'
import { refuseAbove, refuseRoleBeyond } from '#access-control/hierarchy.ts'
import { findRole, getRole } from '#access-control/role.queries.ts'
import { assignRole, unassignRole } from '#access-control/user-role.commands.ts'
import { findUserRoleId } from '#access-control/user-role.queries.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import { addGroupMember, refuseGroupAbove } from '#groups/group.commands.ts'
import { LOCAL } from '#groups/group.contract.ts'
import { getGroup } from '#groups/group.queries.ts'
import { findGroupMember } from '#groups/group-member.queries.ts'
import { endSessions } from '#tokens/user-session.commands.ts'
import { archiveUser, restoreUser } from '../user.commands.ts'
import { isArchived } from '../user.queries.ts'
import type { BulkGroup, BulkRole, BulkUsers } from './bulk-user.contract.ts'
import { changeUsers } from './change-users.ts'

export function archiveUsers(deps: Deps, actor: Actor, { userIds }: BulkUsers) {
  return changeUsers(deps, userIds, async id => {
    if (await isArchived(deps.db, id)) return false
    await archiveUser(deps, actor, id)
    return true
  })
}

export function restoreUsers(deps: Deps, actor: Actor, { userIds }: BulkUsers) {
  return changeUsers(deps, userIds, async id => {
    if (!(await isArchived(deps.db, id))) return false
    await restoreUser(deps, actor, id)
    return true
  })
}

export function endSessionsOfUsers(deps: Deps, actor: Actor, { userIds }: BulkUsers) {
  return changeUsers(deps, userIds, async id => {
    await endSessions(deps, actor, id, false)
    return true
  })
}

export async function assignRoleToUsers(deps: Deps, actor: Actor, { userIds, roleId }: BulkRole) {
  const role = await getNamedRole(deps, roleId)
  refuseAbove(actor, role.level, 'role')
  refuseRoleBeyond(actor, role)
  return changeUsers(deps, userIds, async userId => {
    if ((await findUserRoleId(deps.db, userId, roleId)) !== undefined) return false
    await assignRole(deps, actor, { userId, roleId })
    return true
  })
}

export async function unassignRoleFromUsers(deps: Deps, actor: Actor, { userIds, roleId }: BulkRole) {
  refuseAbove(actor, (await getNamedRole(deps, roleId)).level, 'role')
  return changeUsers(deps, userIds, async userId => {
    const id = await findUserRoleId(deps.db, userId, roleId)
    if (id === undefined) return false
    await unassignRole(deps, actor, id)
    return true
  })
}

export async function addUsersToGroup(deps: Deps, actor: Actor, { userIds, groupId }: BulkGroup) {
  const group = await getGroup(deps.db, groupId)
  refuseGroupAbove(actor, group)
  for (const { id } of group.roles) refuseRoleBeyond(actor, await getRole(deps.db, id))
  return changeUsers(deps, userIds, async userId => {
    const member = await findGroupMember(deps.db, groupId, userId)
    if (member?.sources.includes(LOCAL)) return false
    await addGroupMember(deps, actor, { id: groupId, userId })
    return true
  })
}

async function getNamedRole({ db }: Deps, roleId: number) {
  const role = await findRole(db, roleId)
  if (!role) throw new ValidationFailed({ roleId: 'does_not_exist' })
  return role
}
