import { Body, Email, Id, Instant, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'
import { JoiningRole } from './member.contract.ts'

const InvitationStatus = OneOf('pending', 'accepted', 'revoked', 'expired')

export const Invitation = Type.Object({
  id: Id,
  projectId: Id,
  email: Type.String(),
  role: JoiningRole,
  invitedBy: Nullable(Id),
  status: InvitationStatus,
  expiresAt: Instant,
  createdAt: Instant,
})
export type Invitation = Static<typeof Invitation>

/** As the invited user sees it: enough to decide. */
export const OwnInvitation = Type.Object({
  ...Invitation.properties,
  project: Type.Object({ id: Id, name: Type.String() }),
  inviter: Nullable(UserSummary),
})
export type OwnInvitation = Static<typeof OwnInvitation>

/** Only the answer to whoever invites carries the token; it is stored nowhere. */
export const NewlyInvited = Type.Object({
  ...Invitation.properties,
  token: Type.String(),
  link: Type.String(),
})
export type NewlyInvited = Static<typeof NewlyInvited>

export const NewInvitation = Body({ email: Email, role: JoiningRole })
export type NewInvitation = Static<typeof NewInvitation>

export const InvitationFilters = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(InvitationStatus),
})
export type InvitationFilters = Static<typeof InvitationFilters>

/** Strict as a body is: a misspelt name would revoke them all. */
export const InvitationsToRevoke = Body({ id: Type.Optional(Id), email: Type.Optional(Email) })
export type InvitationsToRevoke = Static<typeof InvitationsToRevoke>

export const InvitationAcceptance = Body({ token: Type.String({ minLength: 1, maxLength: 200 }) })
