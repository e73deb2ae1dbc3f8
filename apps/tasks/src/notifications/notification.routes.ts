import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './notification.commands.ts'
import {
  countUnreadNotifications,
  getPreferences,
  listNotifications,
  readAllNotifications,
  readNotification,
  updatePreferences,
} from './notification.contract.ts'
import { countUnread } from './notification.queries.ts'
import * as preferences from './preferences.queries.ts'

export function notificationRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item } = commandAnswers(deps)

  route(listNotifications, {}, ({ actor, query }) => commands.findNotifications(deps, actor, query))

  route(countUnreadNotifications, {}, async ({ actor }) => ({
    item: { unread: await countUnread(db, actor) },
  }))

  route(readNotification, {}, item(commands.readNotification))

  route(readAllNotifications, {}, async ({ actor, body }) => {
    const count = await commands.readAllNotifications(deps, actor, body)
    return { message: `Notifications marked as read: ${count}` }
  })

  route(getPreferences, {}, async ({ actor }) => ({
    item: await preferences.getPreferences(db, actor.id),
  }))

  route(updatePreferences, {}, item(commands.changePreferences))
}
