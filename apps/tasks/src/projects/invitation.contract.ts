import { contractsOf, open } from '@atrium/core/contract'
import {
  Body,
  Default,
  Email,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, signedIn, withScope } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import { JoiningRole } from './member.contract.ts'
import { Project } from './project.contract.ts'

const InvitationStatus = OneOf('pending', 'accepted', 'revoked', 'expired')

export const Invitation = Type.Object({
  id: Id,
  projectId: Id,
  email: Type.String(),
  role: JoiningRole,
  isGuest: Type.Boolean({ description: 'Whether someone who has no account yet becomes a guest' }),
  invitedBy: Nullable(Id),
  status: InvitationStatus,
  expiresAt: Instant,
  createdAt: Instant,
})
export type Invitation = Static<typeof Invitation>

/** The part of an invitation that the invited user sees: enough to decide. */
export const OwnInvitation = Type.Object({
  ...Invitation.properties,
  project: Type.Object({ id: Id, name: Type.String() }),
  inviter: Nullable(UserSummary),
})
export type OwnInvitation = Static<typeof OwnInvitation>

/** Only the reply to the inviter carries the token; it is not stored. */
export const NewlyInvited = Type.Object({
  ...Invitation.properties,
  token: Type.String(),
  link: Type.String(),
})
export type NewlyInvited = Static<typeof NewlyInvited>

/** What the invitation email says, for someone who has its link but is not signed in. */
export const InvitationSummary = Type.Object({
  project: Type.Object({ name: Type.String() }),
  inviter: Nullable(Type.Object({ name: Type.String() })),
  email: Type.String(),
  role: JoiningRole,
  status: InvitationStatus,
  expiresAt: Instant,
  isAddressProven: Type.Boolean({
    description: 'Whether the token came from the email, which proves that its holder reads the address',
  }),
  registrationTicket: Type.String({
    description: 'Names the invitation at the registration page of the identity service for an hour',
  }),
  canRegister: Type.Boolean({
    description: 'Whether people can create accounts: false if only administrators do',
  }),
})
export type InvitationSummary = Static<typeof InvitationSummary>

export const NewInvitation = Body({
  email: Email,
  role: JoiningRole,
  isGuest: Default(
    Type.Boolean({
      description:
        'Whether someone who has no account yet becomes a guest, who sees only the projects that they were invited to. Guests are viewers or members',
    }),
    false,
  ),
})
export type NewInvitation = Static<typeof NewInvitation>

export const InvitationFilters = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(InvitationStatus),
})
export type InvitationFilters = Static<typeof InvitationFilters>

/** Refuses unknown fields, because a misspelled name would revoke all invitations. */
export const InvitationsToRevoke = Body({ id: Type.Optional(Id), email: Type.Optional(Email) })
export type InvitationsToRevoke = Static<typeof InvitationsToRevoke>

const InvitationToken = Body({ token: Type.String({ minLength: 1, maxLength: 200 }) })

const contract = contractsOf('Invitations')

export const inviteMember = contract('inviteMember', 'POST /project/:id/invite', {
  summary: 'Invite someone by email',
  description:
    'Sends an email with a link that is valid for seven days; the response contains the link and its token, to share them yourself. Only the link in the email also proves that the invited person reads the address. A new invitation to the same address replaces the pending one.',
  access: inProject('invitation.write'),
  body: NewInvitation,
  reply: Item(NewlyInvited),
  errors: [
    'email_of_a_member',
    'invitation_email_taken',
    'guests_manage_nothing',
    'personal_project_has_no_members',
    'too_many_invitations',
  ],
})

export const listInvitations = contract('listInvitations', 'GET /project/:id/invitation', {
  summary: 'List invitations',
  description: 'The invitations to the project with their status.',
  access: inProject('invitation.read'),
  query: InvitationFilters,
  reply: List(Invitation),
})

export const revokeInvitations = contract('revokeInvitations', 'DELETE /project/:id/invitation', {
  summary: 'Revoke invitations',
  description:
    'Revokes all pending invitations, or only the one named by `id` or `email` (404 if there is none).',
  access: inProject('invitation.write'),
  query: InvitationsToRevoke,
  reply: Message,
  errors: ['pending_invitation_not_found'],
})

export const listOwnInvitations = contract('listOwnInvitations', 'GET /invitation', {
  summary: 'List your invitations',
  description:
    'Pending invitations to your email address, newest first. Empty until you have confirmed the address.',
  access: signedIn,
  query: ListQuery,
  reply: List(OwnInvitation),
  errors: ['user_not_found'],
})

const acceptanceErrors = [
  'invitation_not_found',
  'user_not_found',
  'invitation_for_other_address',
  'email_not_confirmed',
  'you_are_a_member',
  'project_archived',
  'invitation_accepted',
  'invitation_revoked',
  'invitation_expired',
  'guests_manage_nothing',
] as const

export const acceptOwnInvitation = contract('acceptOwnInvitation', 'POST /invitation/:id/accept', {
  summary: 'Accept your invitation',
  description:
    'Accepts an invitation from your list without the mailed token. Your email address must be confirmed (403). 410 if the invitation was accepted, revoked or has expired, or if its sender could no longer send it; 409 if you are already a member.',
  access: withScope('tasks:manage', signedIn),
  reply: Item(Project),
  errors: acceptanceErrors,
})

export const acceptInvitation = contract('acceptInvitation', 'POST /invitation/accept', {
  summary: 'Accept an invitation',
  description:
    'Send the token from the email. Your email address must be the invited one (403). A used, revoked or expired invitation is 410; 409 if you are already a member.',
  access: withScope('tasks:manage', signedIn),
  body: InvitationToken,
  reply: Item(Project),
  errors: acceptanceErrors,
})

export const lookUpInvitation = contract('lookUpInvitation', 'POST /invitation/lookup', {
  summary: 'Look up an invitation',
  description:
    'What an invitation says, before you sign in. Send the token from its link. Unknown tokens are 404; a used, revoked or expired invitation is 410.',
  access: open,
  duringMaintenance: true,
  body: InvitationToken,
  reply: Item(InvitationSummary),
  errors: [
    'invitation_not_found',
    'project_archived',
    'invitation_accepted',
    'invitation_revoked',
    'invitation_expired',
  ],
})
