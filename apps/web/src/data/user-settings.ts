import type { UserSettings, UserSettingsChanges } from '@atrium/tasks/administration/user-settings.contract'
import { get, type Item, put } from '@atrium/ui/api'
import type { MantineColorScheme } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { todayIn } from './days.ts'

/** Settings of the account, for every device; null means that the browser decides. */
export const userSettingsQuery = queryOptions({
  queryKey: ['user-settings'],
  queryFn: async ({ signal }) => (await get<Item<UserSettings>>('/users/me/settings', {}, signal)).item,
  staleTime: 5 * 60_000,
})

/** The setting of the account, else of the browser; undefined while loading, so that days do not change on screen. */
export function useTimeZone() {
  const { data: settings, isPending } = useQuery(userSettingsQuery)
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    timeZone: isPending ? undefined : (settings?.timeZone ?? browserZone),
    isSetting: Boolean(settings?.timeZone),
  }
}

/** Today's calendar day in the user's time zone. */
export function useToday() {
  const { timeZone } = useTimeZone()
  return todayIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
}

export function useChangeSettings() {
  const queryClient = useQueryClient()
  const { queryKey } = userSettingsQuery
  return useMutation({
    mutationFn: (changes: UserSettingsChanges) => put<Item<UserSettings>>('/users/me/settings', changes),
    onMutate: async changes => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, settings => settings && { ...settings, ...changes })
      return before
    },
    onError: (_error, _changes, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: ({ item }) => queryClient.setQueryData(queryKey, item),
  })
}

type Theme = NonNullable<UserSettings['theme']>

export function themeOf(scheme: MantineColorScheme): Theme {
  return scheme === 'auto' ? 'system' : scheme
}

export function colorSchemeOf(theme: Theme): MantineColorScheme {
  return theme === 'system' ? 'auto' : theme
}
