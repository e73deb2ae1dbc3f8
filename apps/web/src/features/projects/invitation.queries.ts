import { ApiError, hasStatus, isRefused } from '@atrium/client/api-error'
import type {
  InvitationSummary,
  NewInvitation,
  NewlyInvited,
} from '@atrium/tasks/projects/invitation.contract'
import * as contracts from '@atrium/tasks/projects/invitation.contract'
import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, listQuery } from '../../api.ts'

const recent = 200

export function invitationsQuery(projectId: number) {
  return listQuery(['project', projectId, 'invitations'], contracts.listInvitations, {
    params: { id: projectId },
    query: { limit: recent },
  })
}

/** `alreadyMember` is what the email field says when the address belongs to a member. */
export function useInvite(projectId: number, alreadyMember: string) {
  return useInvitationMutation(projectId, (invitation: NewInvitation) =>
    invite(projectId, alreadyMember, invitation),
  )
}

async function invite(projectId: number, alreadyMember: string, invitation: NewInvitation) {
  try {
    return (await api(contracts.inviteMember, { params: { id: projectId }, body: invitation })).item
  } catch (error) {
    if (!isRefused(contracts.inviteMember, error, 'email_of_a_member')) throw error
    throw new ApiError(422, error.message, { errors: { email: [alreadyMember] } }, error.requestId)
  }
}

export interface InvitationOutcome {
  email: string
  invitation?: NewlyInvited
  /** Why this address was not invited. */
  refusal?: string
}

/** Invites one address after the other and reports each; if there is only one, its refusal is an error of the form. */
export function useInviteAll(projectId: number, alreadyMember: string) {
  type Invited = { emails: string[]; role: JoiningRole; isGuest: boolean }
  return useInvitationMutation(projectId, async ({ emails, role, isGuest }: Invited) => {
    const outcomes: InvitationOutcome[] = []
    for (const email of emails) {
      try {
        outcomes.push({ email, invitation: await invite(projectId, alreadyMember, { email, role, isGuest }) })
      } catch (error) {
        if (!(error instanceof ApiError) || emails.length === 1) throw error
        outcomes.push({ email, refusal: error.fieldErrors.email?.join(' ') ?? error.message })
      }
    }
    return outcomes
  })
}

/** One by id, or all pending ones. */
export function useRevokeInvitations(projectId: number) {
  return useInvitationMutation(projectId, (id?: number) =>
    api(contracts.revokeInvitations, { params: { id: projectId }, query: { id } }),
  )
}

function useInvitationMutation<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
) {
  return useMutation({
    mutationFn,
    onSuccess: useInvalidation(invitationsQuery(projectId).queryKey),
  })
}

export type Acceptance =
  | { kind: 'joined'; project: Project }
  | { kind: 'wrongAccount' | Exclude<Refusal, 'accepted'> }
  | { kind: 'alreadyMember' | 'accepted'; projectId: number | undefined }

export function useAcceptInvitation() {
  return useMutation({ mutationFn: accept })
}

/** What its link says, also to people who are not signed in. */
export function invitationLookupQuery(token: string | null) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => lookUp(token ?? '', signal),
    enabled: token !== null,
    staleTime: 60_000,
  })
}

export type Refusal = 'unknown' | 'accepted' | 'revoked' | 'expired' | 'archived'
type Lookup = { kind: 'pending'; invitation: InvitationSummary } | { kind: Refusal }

async function lookUp(token: string, signal: AbortSignal): Promise<Lookup> {
  try {
    const { item } = await api(contracts.lookUpInvitation, { body: { token }, signal })
    return { kind: 'pending', invitation: item }
  } catch (error) {
    if (isRefused(contracts.lookUpInvitation, error, 'project_archived')) return { kind: 'archived' }
    if (isRefused(contracts.lookUpInvitation, error, 'invitation_accepted')) return { kind: 'accepted' }
    if (isRefused(contracts.lookUpInvitation, error, 'invitation_revoked')) return { kind: 'revoked' }
    if (isRefused(contracts.lookUpInvitation, error, 'invitation_expired')) return { kind: 'expired' }
    if (hasStatus(error, 404) || hasStatus(error, 422)) return { kind: 'unknown' }
    throw error
  }
}

/** The page explains each refusal. */
async function accept(token: string): Promise<Acceptance> {
  try {
    const { item } = await api(contracts.acceptInvitation, { body: { token } })
    return { kind: 'joined', project: item }
  } catch (error) {
    const refusal = error instanceof ApiError ? refusalOf(error) : undefined
    if (!refusal) throw error
    return refusal
  }
}

function refusalOf(error: ApiError): Acceptance | undefined {
  const { projectId } = error.details as { projectId?: number }
  if (isRefused(contracts.acceptInvitation, error, 'invitation_for_other_address'))
    return { kind: 'wrongAccount' }
  if (isRefused(contracts.acceptInvitation, error, 'project_archived')) return { kind: 'archived' }
  if (isRefused(contracts.acceptInvitation, error, 'you_are_a_member'))
    return { kind: 'alreadyMember', projectId }
  if (isRefused(contracts.acceptInvitation, error, 'invitation_accepted'))
    return { kind: 'accepted', projectId }
  if (isRefused(contracts.acceptInvitation, error, 'invitation_revoked')) return { kind: 'revoked' }
  if (isRefused(contracts.acceptInvitation, error, 'invitation_expired')) return { kind: 'expired' }
  return hasStatus(error, 404) || hasStatus(error, 422) ? { kind: 'unknown' } : undefined
}
