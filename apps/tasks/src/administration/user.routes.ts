import { IdParams, Item, List } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { viewerOf } from './directory.ts'
import { synchroniseUsers } from './synchronise-users.ts'
import { CurrentUser, Synchronised, User, UserFilters } from './user.contract.ts'
import { getCurrentUser, getUserFor, listUsers } from './user.queries.ts'

export function userRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/users',
    {
      config: { access: permission('users.read') },
      schema: {
        tags: ['Users'],
        summary: 'List users',
        description:
          'Names and avatars of all users, or with `DIRECTORY=shared` of those you share a project with. `email` and `passportId` are `null`, and cannot be searched, unless you are an administrator or manage a project that the user joined by an invitation to that address.',
        querystring: UserFilters,
        response: { 200: List(User) },
      },
    },
    async request => listUsers(db, viewerOf(actorOf(request), deps), request.query),
  )

  app.get(
    '/users/me',
    {
      config: { access: anyToken },
      schema: {
        tags: ['Users'],
        summary: 'Get the current user',
        description: 'Your profile with roles, permissions and the running timer.',
        response: { 200: Item(CurrentUser) },
      },
    },
    async request => {
      const user = await getCurrentUser(db, actorOf(request).id, deps.now())
      return { item: { ...user, accountUrl: `${deps.settings.IDENTITY_URL}/account` } }
    },
  )

  app.get(
    '/users/sync',
    {
      config: { access: permission('users.sync'), changesState: true },
      schema: {
        tags: ['Users'],
        summary: 'Synchronize users',
        description:
          'Reads all users of the identity service and updates the local ones; users archived there lose access here. One run at a time (409).',
        response: { 200: Item(Synchronised) },
      },
    },
    async () => ({ item: await synchroniseUsers(deps) }),
  )

  app.get(
    '/users/:id',
    {
      config: { access: permission('users.read') },
      schema: {
        tags: ['Users'],
        summary: 'Get a user',
        description:
          'Returns a user with what you may see of them: `email` and `passportId` can be `null`. With `DIRECTORY=shared`, 404 unless you share a project.',
        params: IdParams,
        response: { 200: Item(User) },
      },
    },
    async request => ({
      item: await getUserFor(db, viewerOf(actorOf(request), deps), request.params.id),
    }),
  )
}
