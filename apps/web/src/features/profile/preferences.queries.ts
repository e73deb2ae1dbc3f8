import {
  getPreferences,
  type PreferencesChanges,
  updatePreferences,
} from '@atrium/tasks/notifications/notification.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../../api.ts'

export const preferencesQuery = itemQuery(['notification-preferences'], getPreferences)

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
