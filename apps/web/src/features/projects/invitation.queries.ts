import { ApiError, hasStatus, isRefused } from '@atrium/client/api-error'
import {
  acceptInvitation,
  acceptOwnInvitation,
  inviteMember,
  listInvitations,
  listOwnInvitations,
  type NewInvitation,
  revokeInvitations,
} from '@atrium/tasks/projects/invitation.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { notifyOfError, notifyOfRefusal } from '@atrium/ui/feedback/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

const recent = 200

export function invitationsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'invitations'],
    queryFn: ({ signal }) =>
      api(listInvitations, { params: { id: projectId }, query: { limit: recent }, signal }),
    select: ({ items }) => items,
  })
}

/** `alreadyMember` is what the email field says when the address belongs to a member. */
export function useInvite(projectId: number, alreadyMember: string) {
  return useInvitationMutation(projectId, async (invitation: NewInvitation) => {
    try {
      return (await api(inviteMember, { params: { id: projectId }, body: invitation })).item
    } catch (error) {
      if (!isRefused(inviteMember, error, 'email_of_a_member')) throw error
      throw new ApiError(422, error.message, { errors: { email: [alreadyMember] } }, error.requestId)
    }
  })
}

/** One by id, or all pending ones. */
export function useRevokeInvitations(projectId: number) {
  return useInvitationMutation(projectId, (id?: number) =>
    api(revokeInvitations, { params: { id: projectId }, query: { id } }),
  )
}

function useInvitationMutation<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsQuery(projectId).queryKey }),
  })
}

export type Acceptance =
  | { kind: 'joined'; project: Project }
  | { kind: 'wrongAccount' | 'unknown' | 'accepted' | 'revoked' | 'expired' | 'archived' }
  | { kind: 'alreadyMember'; projectId: number | undefined }

export function useAcceptInvitation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: accept,
    onSuccess: ({ kind }) => {
      if (kind === 'joined') void queryClient.invalidateQueries({ queryKey: ['projects'] })
    },
  })
}

export const ownInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => api(listOwnInvitations, { query: { limit: recent }, signal }),
  select: ({ items }) => items,
})

export function useAcceptOwnInvitation() {
  const queryClient = useQueryClient()
  return useMutation({
    // An unconfirmed address is explained beside the invitation.
    meta: { showsOwnErrors: true },
    mutationFn: async (id: number) => (await api(acceptOwnInvitation, { params: { id } })).item,
    onError: error => {
      if (hasStatus(error, 403) || hasStatus(error, 401)) return
      if (hasStatus(error, 409) || hasStatus(error, 410)) notifyOfRefusal(error)
      else notifyOfError(error)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['projects'] })
      return queryClient.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey })
    },
  })
}

/** The page explains each refusal. */
async function accept(token: string): Promise<Acceptance> {
  try {
    const { item } = await api(acceptInvitation, { body: { token } })
    return { kind: 'joined', project: item }
  } catch (error) {
    const refusal = error instanceof ApiError ? refusalOf(error) : undefined
    if (!refusal) throw error
    return refusal
  }
}

function refusalOf(error: ApiError): Acceptance | undefined {
  const { projectId } = error.details as { projectId?: number }
  if (isRefused(acceptInvitation, error, 'invitation_for_other_address')) return { kind: 'wrongAccount' }
  if (isRefused(acceptInvitation, error, 'project_archived')) return { kind: 'archived' }
  if (isRefused(acceptInvitation, error, 'you_are_a_member')) return { kind: 'alreadyMember', projectId }
  if (isRefused(acceptInvitation, error, 'invitation_accepted')) return { kind: 'accepted' }
  if (isRefused(acceptInvitation, error, 'invitation_revoked')) return { kind: 'revoked' }
  if (isRefused(acceptInvitation, error, 'invitation_expired')) return { kind: 'expired' }
  return hasStatus(error, 404) || hasStatus(error, 422) ? { kind: 'unknown' } : undefined
}
