import { hasStatus } from '@atrium/client/api-error'
import { acceptOwnInvitation, listOwnInvitations } from '@atrium/tasks/projects/invitation.contract'
import { notifyOfError, notifyOfRefusal } from '@atrium/ui/feedback/notifications'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, listQuery } from '../../api.ts'
import { navigationQuery } from '../projects/projects.ts'

const recent = 200

/** Pending invitations to the user's confirmed address. */
export const ownInvitationsQuery = listQuery(['invitations'], listOwnInvitations, {
  query: { limit: recent },
})

/** Joins the project and opens it. */
export function useAcceptOwnInvitation() {
  const openProject = useOpenProject()
  return useMutation({
    // An unconfirmed address is explained beside the invitation.
    meta: { showsOwnErrors: true },
    mutationFn: async (id: number) => (await api(acceptOwnInvitation, { params: { id } })).item,
    onSuccess: ({ id }) => openProject(id),
    onError: error => {
      if (hasStatus(error, 403) || hasStatus(error, 401)) return
      if (hasStatus(error, 409) || hasStatus(error, 410)) notifyOfRefusal(error)
      else notifyOfError(error)
    },
    onSettled: useInvalidation(ownInvitationsQuery.queryKey),
  })
}

/** For a project that the user has just joined: its first board, with the sidebar up to date. */
export function useOpenProject() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (projectId: number) => {
    void queryClient.invalidateQueries({ queryKey: ['projects'], refetchType: 'none' })
    const { projects } = await queryClient.fetchQuery({ ...navigationQuery, staleTime: 0 })
    const board = projects.find(({ id }) => id === projectId)?.boards[0]
    if (board) await navigate({ to: '/board/$boardId', params: { boardId: board.id }, replace: true })
    else await navigate({ to: '/project/$projectId', params: { projectId }, replace: true })
  }
}
