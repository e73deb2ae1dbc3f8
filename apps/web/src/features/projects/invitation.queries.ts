import { ApiError, hasStatus } from '@atrium/client/api-error'
import type {
  Invitation,
  NewInvitation,
  NewlyInvited,
  OwnInvitation,
} from '@atrium/tasks/projects/invitation.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { get, type Item, type List, post, remove } from '@atrium/ui/api'
import { notifyOfError, notifyOfRefusal } from '@atrium/ui/notify'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const recent = 200

export function invitationsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'invitations'],
    queryFn: ({ signal }) =>
      get<List<Invitation>>(`/project/${projectId}/invitation`, { limit: recent }, signal),
    select: ({ items }: List<Invitation>) => items,
  })
}

/** `alreadyMember` is what the e-mail field says when the address belongs to a member. */
export function useInvite(projectId: number, alreadyMember: string) {
  return useInvitationMutation(projectId, async (invitation: NewInvitation) => {
    try {
      return (await post<Item<NewlyInvited>>(`/project/${projectId}/invite`, invitation)).item
    } catch (error) {
      if (!hasStatus(error, 409) || error.details.archivedAt) throw error
      throw new ApiError(422, error.message, { errors: { email: [alreadyMember] } }, error.requestId)
    }
  })
}

/** One by its id, or all that are pending. */
export function useRevokeInvitations(projectId: number) {
  return useInvitationMutation(projectId, (id?: number) => remove(`/project/${projectId}/invitation`, { id }))
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
    mutationFn: acceptInvitation,
    onSuccess: ({ kind }) => {
      if (kind === 'joined') void queryClient.invalidateQueries({ queryKey: ['projects'] })
    },
  })
}

export const ownInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => get<List<OwnInvitation>>('/invitation', { limit: recent }, signal),
  select: ({ items }: List<OwnInvitation>) => items,
})

export function useAcceptOwnInvitation() {
  const queryClient = useQueryClient()
  return useMutation({
    // An address that is not confirmed is explained beside the invitation.
    meta: { tellsItself: true },
    mutationFn: async (id: number) => (await post<Item<Project>>(`/invitation/${id}/accept`)).item,
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

/** Refusals are answers here: the page explains each of them. */
async function acceptInvitation(token: string): Promise<Acceptance> {
  try {
    const { item } = await post<Item<Project>>('/invitation/accept', { token })
    return { kind: 'joined', project: item }
  } catch (error) {
    const refusal = error instanceof ApiError ? refusalOf(error) : undefined
    if (!refusal) throw error
    return refusal
  }
}

function refusalOf({ status, details }: ApiError): Acceptance | undefined {
  if (status === 403) return { kind: 'wrongAccount' }
  if (status === 404 || status === 422) return { kind: 'unknown' }
  if (status === 409 && details.archivedAt) return { kind: 'archived' }
  if (status === 409) return { kind: 'alreadyMember', projectId: details.projectId as number | undefined }
  if (status !== 410) return undefined
  const { status: ended } = details
  return { kind: ended === 'accepted' || ended === 'revoked' ? ended : 'expired' }
}
