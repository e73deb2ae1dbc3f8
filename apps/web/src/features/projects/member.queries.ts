import type { User } from '@atrium/tasks/administration/user.contract'
import type { NewMember } from '@atrium/tasks/projects/member.contract'
import type { MemberRole } from '@atrium/tasks/projects/project.contract'
import { get, type List, post, put, remove } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const suggestions = 20

/** Everybody whose name the caller may see; whose email address they see is found by that, too. */
export function knownUsersQuery(search: string) {
  return queryOptions({
    queryKey: ['users', 'known', search],
    queryFn: ({ signal }) =>
      get<List<User>>('/users', { search, status: 'active', limit: suggestions, orderBy: 'surname' }, signal),
    select: ({ items }: List<User>) => items,
    placeholderData: keepPreviousData,
  })
}

export function useAddMember(projectId: number) {
  return useMemberMutation(projectId, (member: NewMember) => post(`/project/${projectId}/member`, member))
}

export function useChangeMemberRole(projectId: number) {
  return useMemberMutation(projectId, ({ userId, role }: { userId: number; role: MemberRole }) =>
    put(`/project/${projectId}/member/${userId}/role`, { role }),
  )
}

export function useRemoveMember(projectId: number) {
  return useMemberMutation(projectId, (userId: number) => remove(`/project/${projectId}/member/${userId}`))
}

/** Leaving takes the project away from the caller: there is nothing left to ask the server for. */
export function useLeaveProject(projectId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => remove(`/project/${projectId}/member/${userId}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
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
