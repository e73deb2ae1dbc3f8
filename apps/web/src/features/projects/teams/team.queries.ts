import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import * as contracts from '@atrium/tasks/projects/teams/team.contract'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemsQuery } from '../../../api.ts'

const ALL = 1000

export function teamsQuery(projectId: number) {
  return itemsQuery(['project', projectId, 'teams'], contracts.listTeams, {
    params: { id: projectId },
    query: { limit: ALL },
  })
}

/** The groups of the identity service, which only managers can search. */
export function availableGroupsQuery(projectId: number, search: string) {
  return {
    ...itemsQuery(['available-groups', projectId, search], contracts.listAvailableGroups, {
      params: { id: projectId },
      query: { search },
    }),
    placeholderData: keepPreviousData,
  }
}

export function useSetTeam(projectId: number) {
  return useTeamMutation(projectId, ({ groupId, role }: { groupId: number; role: JoiningRole }) =>
    api(contracts.setTeam, { params: { id: projectId, groupId }, body: { role } }),
  )
}

export function useRemoveTeam(projectId: number) {
  return useTeamMutation(projectId, (groupId: number) =>
    api(contracts.removeTeam, { params: { id: projectId, groupId } }),
  )
}

/** A team also decides who the members are. */
function useTeamMutation<Input>(projectId: number, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['projects'] })
      return queryClient.invalidateQueries({ queryKey: ['project', projectId] })
    },
  })
}
