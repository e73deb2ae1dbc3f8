import { Item } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeUserSettings } from './change-user-settings.ts'
import { UserSettings, UserSettingsChanges } from './user-settings.contract.ts'
import { getUserSettings } from './user-settings.queries.ts'

export function userSettingsRoutes(app: App, deps: Deps) {
  const config = { access: anyToken }
  const tags = ['Users']

  app.get(
    '/users/me/settings',
    {
      config,
      schema: {
        tags,
        summary: 'Get your settings',
        description: 'Your time zone, language and color theme; `null` means that the device decides.',
        response: { 200: Item(UserSettings) },
      },
    },
    async request => ({ item: await getUserSettings(deps.db, actorOf(request).id) }),
  )

  app.put(
    '/users/me/settings',
    {
      config,
      schema: {
        tags,
        summary: 'Update your settings',
        description: 'Changes the given settings; `null` resets one.',
        body: UserSettingsChanges,
        response: { 200: Item(UserSettings) },
      },
    },
    async request => ({ item: await changeUserSettings(deps, actorOf(request), request.body) }),
  )
}
