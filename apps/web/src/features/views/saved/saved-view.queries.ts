import type { NewSavedView, SavedViewChanges } from '@atrium/tasks/views/saved-view.contract'
import * as contracts from '@atrium/tasks/views/saved-view.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemsQuery } from '../../../api.ts'

/** Below the project's key, so that live changes refresh it. */
export function savedViewsQuery(projectId: number | undefined) {
  return {
    ...itemsQuery(
      projectId === undefined ? ['saved-views'] : ['project', projectId, 'saved-views'],
      contracts.listSavedViews,
      { query: { limit: 1000, ...(projectId && { projectId }) } },
    ),
    staleTime: 60_000,
  }
}

function useRefresh(projectId: number | undefined) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(savedViewsQuery(projectId))
}

export function useCreateSavedView(projectId: number | undefined) {
  return useMutation({
    mutationFn: (view: Partial<NewSavedView> & Pick<NewSavedView, 'name'>) =>
      api(contracts.createSavedView, { body: { ...view, projectId: projectId ?? null } }),
    onSuccess: useRefresh(projectId),
  })
}

export function useChangeSavedView(projectId: number | undefined) {
  return useMutation({
    mutationFn: ({ id, ...changes }: SavedViewChanges & { id: number }) =>
      api(contracts.updateSavedView, { params: { id }, body: changes }),
    onSuccess: useRefresh(projectId),
  })
}

export function useDeleteSavedView(projectId: number | undefined) {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteSavedView, { params: { id } }),
    onSuccess: useRefresh(projectId),
  })
}
