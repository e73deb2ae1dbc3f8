import type { Preferences, PreferencesChanges } from '@atrium/tasks/notifications/notification.contract'
import { get, type Item, put } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const address = '/notification/preferences'

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async ({ signal }) => (await get<Item<Preferences>>(address, {}, signal)).item,
})

export function useChangePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    mutationFn: (changes: PreferencesChanges) => put<Item<Preferences>>(address, changes),
    // Switches that are flicked one after the other are kept in this order.
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
