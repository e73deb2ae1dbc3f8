import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import {
  changePreferences,
  findNotifications,
  readAllNotifications,
  readNotification,
} from './notification.commands.ts'
import {
  Notification,
  NotificationFilters,
  NotificationsToRead,
  Preferences,
  PreferencesChanges,
  UnreadCount,
} from './notification.contract.ts'
import { countUnread } from './notification.queries.ts'
import { getPreferences } from './preferences.queries.ts'

export function notificationRoutes(app: App, deps: Deps) {
  const config = { access: anyToken }
  const tags = ['Notifications']

  app.get(
    '/notification',
    {
      config: { ...config, refuses: [403, 404] },
      schema: {
        tags,
        summary: 'List notifications',
        description: 'Your notifications, newest first.',
        querystring: NotificationFilters,
        response: { 200: List(Notification) },
      },
    },
    request => findNotifications(deps, actorOf(request), request.query),
  )

  app.get(
    '/notification/unread-count',
    {
      config,
      schema: {
        tags,
        summary: 'Count unread notifications',
        description: 'The number for a badge.',
        response: { 200: Item(UnreadCount) },
      },
    },
    async request => ({ item: { unread: await countUnread(deps.db, actorOf(request).id) } }),
  )

  app.post(
    '/notification/:id/read',
    {
      config,
      schema: {
        tags,
        summary: 'Mark a notification as read',
        description: 'Marking it again changes nothing. 403 for a notification of someone else.',
        params: IdParams,
        response: { 200: Item(Notification) },
      },
    },
    async request => ({ item: await readNotification(deps, actorOf(request), request.params.id) }),
  )

  app.post(
    '/notification/read-all',
    {
      config: { ...config, refuses: [404] },
      schema: {
        tags,
        summary: 'Mark all notifications as read',
        description: 'All of them, or those of one project.',
        body: NotificationsToRead,
        response: { 200: Message },
      },
    },
    async request => {
      const count = await readAllNotifications(deps, actorOf(request), request.body)
      return { message: `Notifications marked as read: ${count}` }
    },
  )

  app.get(
    '/notification/preferences',
    {
      config,
      schema: {
        tags,
        summary: 'Get notification preferences',
        description: 'How you receive emails, and which types and projects you muted.',
        response: { 200: Item(Preferences) },
      },
    },
    async request => ({ item: await getPreferences(deps.db, actorOf(request).id) }),
  )

  app.put(
    '/notification/preferences',
    {
      config,
      schema: {
        tags,
        summary: 'Update notification preferences',
        description: 'Changes the given preferences. `mail` is `none`, `digest` or `each`.',
        body: PreferencesChanges,
        response: { 200: Item(Preferences) },
      },
    },
    async request => ({ item: await changePreferences(deps, actorOf(request), request.body) }),
  )
}
