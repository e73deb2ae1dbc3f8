import type { App } from '@atrium/http/create-app'
import { Forbidden } from '@atrium/http/errors'
import { IdParams, Item, List } from '@atrium/http/replies'
import { actorOf, anyToken, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { isAdmin } from './actor.ts'
import { synchroniseUsers } from './synchronise-users.ts'
import { getCurrentUser, getUser, listUsers, shareProject } from './user.queries.ts'
import { CurrentUser, Synchronised, User, UserFilters } from './user.schema.ts'

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
          'Administrators see all users, others those they share a project with. `search` looks in names and email addresses.',
        querystring: UserFilters,
        response: { 200: List(User) },
      },
    },
    async request => {
      const actor = actorOf(request)
      const viewerId = isAdmin(actor) ? null : actor.id
      return listUsers(db, viewerId, request.query)
    },
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
          'Returns the profile of a user. 403 unless you share a project with the user or are an administrator.',
        params: IdParams,
        response: { 200: Item(User) },
      },
    },
    async request => {
      const actor = actorOf(request)
      const item = await getUser(db, request.params.id)
      if (!isAdmin(actor) && !(await shareProject(db, actor.id, item.id))) {
        throw new Forbidden('You share no project with this user')
      }
      return { item }
    },
  )
}
