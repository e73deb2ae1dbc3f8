import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, withScope } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import { MemberRole } from './rights.contract.ts'

/** A project has one owner: that role is transferred, never assigned with an addition or an invitation. */
export const JoiningRole = OneOf('viewer', 'member', 'manager')
export type JoiningRole = Static<typeof JoiningRole>

/** A group that makes someone a member. */
const GroupOfMember = Type.Object({ id: Id, name: Type.String(), role: JoiningRole })

export const Member = Type.Object({
  userId: Id,
  role: MemberRole,
  ownRole: Type.Unsafe<MemberRole | null>({
    ...Nullable(MemberRole),
    description:
      'Null for a member through groups only; `role` is the highest of this one and those of `groups`',
  }),
  groups: Type.Array(GroupOfMember),
  joinedAt: Instant,
  isRobot: Type.Boolean({ description: 'An application that acts on its own behalf' }),
  isGuest: Type.Boolean({ description: 'Someone from outside, who sees only their projects' }),
  user: Type.Object({ ...UserSummary.properties, email: Nullable(Type.String()) }),
})
export type Member = Static<typeof Member>

const MemberParams = Type.Object({ id: Id, userId: Id })

export const NewMember = Body({ userId: Id, role: JoiningRole })
export type NewMember = Static<typeof NewMember>

const MemberRoleChange = Body({ role: MemberRole })

export const MemberFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('joinedAt', 'surname', 'name').properties,
  role: Type.Optional(MemberRole),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Every word must be in the name or in an email address that you see, in any order',
    }),
  ),
})
export type MemberFilters = Static<typeof MemberFilters>

const contract = contractsOf('Members')

export const listMembers = contract('listMembers', 'GET /project/:id/member', {
  summary: 'List members',
  description:
    'The members of the project with their roles. Filter by `role`, or `search` by words of the name in any order.',
  access: inProject('project.read'),
  query: MemberFilters,
  reply: List(Member),
})

export const addMember = contract('addMember', 'POST /project/:id/member', {
  summary: 'Add a member',
  description:
    'Adds an existing user. 404 for an unknown user, 409 for a member. A member through a group gets a role of their own. To add someone by email address, send an invitation.',
  access: inProject('member.write'),
  body: NewMember,
  reply: Item(Member),
  errors: ['user_not_found', 'already_a_member', 'guests_manage_nothing', 'personal_project_has_no_members'],
})

export const updateMemberRole = contract('updateMemberRole', 'PUT /project/:id/member/:userId/role', {
  summary: 'Change the role of a member',
  description:
    'You cannot assign a role above your own. Assigning `owner` transfers the ownership: you become a manager. A member of groups keeps the highest role of theirs.',
  access: inProject('member.write'),
  params: MemberParams,
  body: MemberRoleChange,
  reply: Item(Member),
  errors: [
    'member_not_found',
    'user_not_found',
    'only_owner_transfers',
    'owner_required',
    'guests_manage_nothing',
  ],
})

export const removeMember = contract('removeMember', 'DELETE /project/:id/member/:userId', {
  summary: 'Remove a member',
  description:
    'Members can remove themselves; managers can remove others. Their open tasks are unassigned and their timers in the project stop. The owner cannot be removed. A member through a group loses only the role of their own; without one, 409.',
  access: withScope('tasks:manage', inProject('member.leave')),
  params: MemberParams,
  reply: Message,
  errors: ['member_not_found', 'owner_cannot_leave', 'owner_not_removable', 'member_through_group'],
})
