import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const MAX_BULK_USERS = 200

const UserIds = Type.Array(Id, { minItems: 1, maxItems: MAX_BULK_USERS, uniqueItems: true })

const BulkUsers = Body({ userIds: UserIds })
export type BulkUsers = Static<typeof BulkUsers>

const BulkRole = Body({ userIds: UserIds, roleId: Id })
export type BulkRole = Static<typeof BulkRole>

const BulkGroup = Body({ userIds: UserIds, groupId: Id })
export type BulkGroup = Static<typeof BulkGroup>

const UserRefusal = Type.Object({ userId: Id, code: Type.String(), message: Type.String() })
export type UserRefusal = Static<typeof UserRefusal>

export const BulkUserResult = Type.Object({
  changedIds: Type.Array(Id),
  unchangedIds: Type.Array(Id, { description: 'Users who were like that already' }),
  refusals: Type.Array(UserRefusal),
})
export type BulkUserResult = Static<typeof BulkUserResult>

const contract = contractsOf('Users')
const reply = Item(BulkUserResult)
const manage = needs('user:manage', permission('users.manage.any'))
const manageRoles = needs('user:manage', permission('user_roles.manage'))
const partly = 'Each user by the rules for one alone: `refusals` says who stays as they are, and why.'

export const archiveUsers = contract('archiveUsers', 'POST /users/bulk/archive', {
  summary: 'Archive several users',
  description: `Signs up to ${MAX_BULK_USERS} users out everywhere; they can no longer sign in. ${partly}`,
  access: manage,
  body: BulkUsers,
  reply,
})

export const restoreUsers = contract('restoreUsers', 'POST /users/bulk/restore', {
  summary: 'Restore several users',
  description: `Up to ${MAX_BULK_USERS} archived users can sign in again. ${partly}`,
  access: manage,
  body: BulkUsers,
  reply,
})

export const endSessionsOfUsers = contract('endSessionsOfUsers', 'POST /users/bulk/end-sessions', {
  summary: 'End all sessions of several users',
  description: `Signs up to ${MAX_BULK_USERS} users out on all devices; they can sign in again. ${partly}`,
  access: needs('user:manage', permission('sessions.manage.any')),
  body: BulkUsers,
  reply,
})

export const assignRoleToUsers = contract('assignRoleToUsers', 'POST /users/bulk/assign-role', {
  summary: 'Assign a role to several users',
  description: `Up to ${MAX_BULK_USERS} users have the role at once. A role that you could not assign to one user is refused for all (403). ${partly}`,
  access: manageRoles,
  body: BulkRole,
  reply,
  errors: ['role_above_own_role', 'role_beyond_own'],
})

export const unassignRoleFromUsers = contract('unassignRoleFromUsers', 'POST /users/bulk/unassign-role', {
  summary: 'Unassign a role from several users',
  description: `Up to ${MAX_BULK_USERS} users lose the role at once, unless a group gives it to them. ${partly}`,
  access: manageRoles,
  body: BulkRole,
  reply,
  errors: ['role_above_own_role'],
})

export const addUsersToGroup = contract('addUsersToGroup', 'POST /users/bulk/add-to-group', {
  summary: 'Add several users to a group',
  description: `Up to ${MAX_BULK_USERS} users become local members. A group with a role that you could not assign is refused for all (403). ${partly}`,
  access: needs('user:manage', permission('groups.manage')),
  body: BulkGroup,
  reply,
  errors: ['group_not_found', 'role_above_own_role', 'role_beyond_own'],
})
