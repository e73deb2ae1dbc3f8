import {
  getUserSettings,
  type UserSettings,
  type UserSettingsChanges,
  updateUserSettings,
} from '@atrium/tasks/administration/user.contract'
import type { MantineColorScheme } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, itemQuery } from '../../api.ts'
import { todayIn } from '../days.ts'

/** Saved in the account, for every device; null leaves it to the browser. */
export const userSettingsQuery = { ...itemQuery(['user-settings'], getUserSettings), staleTime: 5 * 60_000 }

/** The user's own setting, else the browser's; undefined until the setting is known, so that dates do not jump. */
export function useTimeZone() {
  const { data: settings, isPending } = useQuery(userSettingsQuery)
  // Asking costs more than rendering a row of a table.
  const browserZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, [])
  return {
    browserZone,
    timeZone: isPending ? undefined : (settings?.timeZone ?? browserZone),
    isSetting: Boolean(settings?.timeZone),
  }
}

/** Today, in the time zone that every screen uses. */
export function useToday() {
  const { timeZone, browserZone } = useTimeZone()
  return todayIn(timeZone ?? browserZone)
}

export function useUpdateSettings() {
  const queryClient = useQueryClient()
  const { queryKey } = userSettingsQuery
  return useMutation({
    mutationFn: (changes: UserSettingsChanges) => api(updateUserSettings, { body: changes }),
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
