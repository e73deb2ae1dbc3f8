import * as contracts from '@atrium/tasks/git/repository.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

const ALL = 100

const keyOf = (projectId: number) => ['project', projectId, 'repositories']

export function repositoriesQuery(projectId: number) {
  return itemsQuery(keyOf(projectId), contracts.listRepositories, {
    params: { id: projectId },
    query: { limit: ALL },
  })
}

export function useConnectRepository(projectId: number) {
  return useMutation({
    mutationFn: (body: contracts.NewRepository) =>
      api(contracts.createRepository, { params: { id: projectId }, body }),
    onSuccess: useInvalidation(keyOf(projectId)),
  })
}

export function useDisconnectRepository(projectId: number) {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteRepository, { params: { id } }),
    onSuccess: useInvalidation(keyOf(projectId)),
  })
}
