import { listUsers } from '@atrium/tasks/administration/user.contract'
import {
  addMember,
  type NewMember,
  removeMember,
  updateMemberRole,
} from '@atrium/tasks/projects/member.contract'
import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, listQuery } from '../../api.ts'

const suggestions = 20

/** Users whose name the user can see; also found by email address if that is visible. */
export function knownUsersQuery(search: string) {
  return {
    ...listQuery(['users', 'known', search], listUsers, {
      query: { search, status: 'active', limit: suggestions, orderBy: 'surname' },
    }),
    placeholderData: keepPreviousData,
  }
}

export function useAddMember(projectId: number) {
  return useMemberMutation(projectId, (member: NewMember) =>
    api(addMember, { params: { id: projectId }, body: member }),
  )
}

export function useChangeMemberRole(projectId: number) {
  return useMemberMutation(projectId, ({ userId, role }: { userId: number; role: MemberRole }) =>
    api(updateMemberRole, { params: { id: projectId, userId }, body: { role } }),
  )
}

export function useRemoveMember(projectId: number) {
  return useMemberMutation(projectId, (userId: number) =>
    api(removeMember, { params: { id: projectId, userId } }),
  )
}

/**
 * After leaving, the user no longer sees the project: its queries are not refetched.
 * `onLeft` is not passed at the call: the stream may report it first, and then the page is gone.
 */
export function useLeaveProject(projectId: number, onLeft: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => api(removeMember, { params: { id: projectId, userId } }),
    onSuccess: () => {
      onLeft()
      return queryClient.invalidateQueries({ queryKey: ['projects'] })
    },
  })
}

function useMemberMutation<Input>(projectId: number, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['projects'] })
      return queryClient.invalidateQueries({ queryKey: ['project', projectId] })
    },
  })
}
