import { Body, Id, Instant, ListQuery, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'
import { MemberRole } from './project.contract.ts'

export const Member = Type.Object({
  userId: Id,
  role: MemberRole,
  joinedAt: Instant,
  user: Type.Object({ ...UserSummary.properties, email: Nullable(Type.String()) }),
})
export type Member = Static<typeof Member>

export const MemberParams = Type.Object({ id: Id, userId: Id })

/** A project has one owner: that role is handed over, never given with an addition or an invitation. */
export const JoiningRole = OneOf('viewer', 'member', 'manager')
export type JoiningRole = Static<typeof JoiningRole>

export const NewMember = Body({ userId: Id, role: JoiningRole })
export type NewMember = Static<typeof NewMember>

export const MemberRoleChange = Body({ role: MemberRole })

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
