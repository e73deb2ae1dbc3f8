import type { App } from '@atrium/http/create-app'
import { Item } from '@atrium/http/replies'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { getCurrentUser } from './user.queries.ts'
import { CurrentUser } from './user.schema.ts'

export function userRoutes(app: App, { db }: Deps) {
  app.get(
    '/users/me',
    { config: { access: anyToken }, schema: { tags: ['Users'], response: { 200: Item(CurrentUser) } } },
    async request => ({ item: await getCurrentUser(db, actorOf(request).id) }),
  )
}
