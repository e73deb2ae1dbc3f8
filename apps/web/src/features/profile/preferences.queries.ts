import {
  getPreferences,
  type PreferencesChanges,
  updatePreferences,
} from '@atrium/tasks/notifications/notification.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async ({ signal }) => (await api(getPreferences, { signal })).item,
})

export function useChangePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    mutationFn: (changes: PreferencesChanges) => api(updatePreferences, { body: changes }),
    // Changes are saved in the order in which they were made.
    scope: { id: 'notification-preferences' },
    onMutate: async changes => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, preferences => preferences && { ...preferences, ...changes })
      return before
    },
    onError: (_error, _changes, before) => queryClient.setQueryData(queryKey, before),
  })
}
