import type { App } from '@atrium/http/create-app'
import { EntityNotFound } from '@atrium/http/errors'
import { listReply, pageOf } from '@atrium/http/pagination'
import { IdParams, Item, List } from '@atrium/http/replies'
import { actorOf, needs, pathUser, permission, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { countUsers, getUser, listUsers } from './user.queries.ts'
import { User, UserFilters } from './user.schema.ts'

export function userRoutes(app: App, { db }: Deps) {
  app.get(
    '/users',
    {
      config: { access: needs('user:read', permission('users.list')) },
      schema: { tags: ['Users'], querystring: UserFilters, response: { 200: List(User) } },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const [items, total] = await Promise.all([listUsers(db, query, page), countUsers(db, query)])
      return listReply(items, total, page)
    },
  )

  app.get(
    '/users/me',
    {
      config: {
        access: needs(
          'user:read',
          selfOrAny('users.read', request => actorOf(request).id),
        ),
      },
      schema: { tags: ['Users'], response: { 200: Item(User) } },
    },
    async request => {
      const { id } = actorOf(request)
      if (id === null) throw new EntityNotFound('The user of a client token')
      return { item: await getUser(db, id) }
    },
  )

  app.get(
    '/users/:id',
    {
      config: { access: needs('user:read', selfOrAny('users.read', pathUser)) },
      schema: { tags: ['Users'], params: IdParams, response: { 200: Item(User) } },
    },
    async ({ params }) => ({ item: await getUser(db, params.id) }),
  )
}
