import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** The source of what is managed in Atrium itself; others are `scim` and the slugs of sign-in providers. */
export const LOCAL = 'local'

export const GroupName = Name(255)
const Description = Nullable(Type.String({ maxLength: 500 }))
const Source = Type.String({ description: '`local`, `scim` or the slug of a sign-in provider' })

export const Group = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  source: Source,
  externalId: Nullable(Type.String({ description: 'What the source calls the group' })),
  memberCount: Type.Integer(),
  roles: Type.Array(Type.Object({ id: Id, name: Type.String(), level: Type.Integer() })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Group = Static<typeof Group>

export const NewGroup = Body({ name: GroupName, description: Type.Optional(Description) })
export type NewGroup = Static<typeof NewGroup>

export const GroupChanges = Body({
  name: Type.Optional(GroupName),
  description: Type.Optional(Description),
})
export type GroupChanges = Static<typeof GroupChanges>

export const GroupFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('name', 'id', 'createdAt').properties,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  source: Type.Optional(Type.String({ maxLength: 40 })),
  userId: Type.Optional(Id),
})
export type GroupFilters = Static<typeof GroupFilters>

export const GroupMember = Type.Object({
  userId: Id,
  surname: Type.String(),
  name: Type.String(),
  patronymic: Nullable(Type.String()),
  email: Type.String(),
  isArchived: Type.Boolean(),
  source: Type.String({
    description: 'Where the membership comes from: `local` if that is one of its sources',
  }),
  sources: Type.Array(Source),
  addedAt: Instant,
})
export type GroupMember = Static<typeof GroupMember>

export const MemberFilters = Type.Object({
  ...ListQuery.properties,
  search: Type.Optional(Type.String({ maxLength: 200 })),
})
export type MemberFilters = Static<typeof MemberFilters>

const MemberParams = Type.Object({ id: Id, userId: Id })
export type MemberParams = Static<typeof MemberParams>

const RoleParams = Type.Object({ id: Id, roleId: Id })
export type GroupRoleParams = Static<typeof RoleParams>

const contract = contractsOf('Groups')
const access = needs('user:manage', permission('groups.manage'))

export const listGroups = contract('listGroups', 'GET /groups', {
  summary: 'List groups',
  description:
    'The groups with their roles and the number of their members; `userId` limits them to those of a user.',
  access,
  query: GroupFilters,
  reply: List(Group),
})

export const createGroup = contract('createGroup', 'POST /groups', {
  summary: 'Create a group',
  description:
    'Creates a local group without members and roles. Names are unique, in upper and lower case alike (409).',
  access,
  body: NewGroup,
  reply: Item(Group),
  errors: ['group_name_taken'],
})

export const getGroup = contract('getGroup', 'GET /groups/:id', {
  summary: 'Get a group',
  description: 'Returns the group with its roles and the number of its members.',
  access,
  reply: Item(Group),
  errors: ['group_not_found'],
})

export const updateGroup = contract('updateGroup', 'PUT /groups/:id', {
  summary: 'Update a group',
  description:
    'Changes the given fields. The name of a group from another source can only be changed there (409).',
  access,
  body: GroupChanges,
  reply: Item(Group),
  errors: ['group_not_found', 'group_name_taken', 'group_managed_elsewhere', 'role_above_own_role'],
})

export const deleteGroup = contract('deleteGroup', 'DELETE /groups/:id', {
  summary: 'Delete a group',
  description: 'Members lose the roles and project roles of the group at once.',
  access,
  reply: Message,
  errors: ['group_not_found', 'role_above_own_role'],
})

export const listGroupMembers = contract('listGroupMembers', 'GET /groups/:id/members', {
  summary: 'List the members of a group',
  description: 'Each member with the sources of the membership, ordered by name.',
  access,
  query: MemberFilters,
  reply: List(GroupMember),
  errors: ['group_not_found'],
})

export const addGroupMember = contract('addGroupMember', 'PUT /groups/:id/members/:userId', {
  summary: 'Add a member to a group',
  description:
    'Adds a local membership; repeating it changes nothing. Takes effect at once. The group must not have a role that you could not assign (403).',
  access,
  params: MemberParams,
  reply: Item(GroupMember),
  errors: [
    'group_not_found',
    'user_not_found',
    'user_above_own_role',
    'user_erased',
    'role_above_own_role',
    'role_beyond_own',
  ],
})

export const removeGroupMember = contract('removeGroupMember', 'DELETE /groups/:id/members/:userId', {
  summary: 'Remove a member from a group',
  description:
    'Removes the local membership; takes effect at once. A membership from another source is removed there (409).',
  access,
  params: MemberParams,
  reply: Message,
  errors: [
    'group_not_found',
    'group_member_not_found',
    'membership_managed_elsewhere',
    'user_above_own_role',
    'user_erased',
    'role_above_own_role',
  ],
})

export const assignGroupRole = contract('assignGroupRole', 'PUT /groups/:id/roles/:roleId', {
  summary: 'Assign a role to a group',
  description:
    'All members have the role at once, including those who join later; repeating it changes nothing. You can only assign a role that you could assign to a user (403).',
  access,
  params: RoleParams,
  reply: Item(Group),
  errors: ['group_not_found', 'role_not_found', 'role_above_own_role', 'role_beyond_own'],
})

export const unassignGroupRole = contract('unassignGroupRole', 'DELETE /groups/:id/roles/:roleId', {
  summary: 'Unassign a role from a group',
  description: 'Members lose the role at once, unless they also have it otherwise.',
  access,
  params: RoleParams,
  reply: Item(Group),
  errors: ['group_not_found', 'group_role_not_found', 'role_above_own_role'],
})
