import type { App } from '@atrium/http/create-app'
import { EntityNotFound } from '@atrium/http/errors'
import { listReply, pageOf } from '@atrium/http/pagination'
import { IdParams, Item, List } from '@atrium/http/replies'
import { actorOf, forSettingUp, needs, pathUser, permission, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { archiveUser } from './archive-user.ts'
import { changeProfile } from './change-profile.ts'
import { restoreUser } from './restore-user.ts'
import { getUser } from './user.queries.ts'
import { CurrentUser, ProfileChanges, ProfileForm, User, UserFilters } from './user.schema.ts'
import { countUsers, listUsers } from './user-list.queries.ts'

const write = needs('user:write', selfOrAny('users.write', pathUser))
const manage = needs('user:manage', permission('users.manage.any'))
const tags = ['Users']

export function userRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/users',
    {
      config: { access: needs('user:read', permission('users.list')) },
      schema: { tags, querystring: UserFilters, response: { 200: List(User) } },
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
          forSettingUp,
        ),
        refuses: [404],
      },
      schema: { tags, response: { 200: Item(CurrentUser) } },
    },
    async request => {
      const { id, permissions, mustSetUpTwoFactor } = actorOf(request)
      if (id === null) throw new EntityNotFound('The user of a client token')
      const own = { permissions: [...permissions], mustSetUpTwoFactor }
      const applicationUrl = deps.settings.FRONTEND_URL ?? null
      return { item: { ...(await getUser(db, id)), ...own, applicationUrl } }
    },
  )

  app.get(
    '/users/:id',
    {
      config: { access: needs('user:read', selfOrAny('users.read', pathUser)) },
      schema: { tags, params: IdParams, response: { 200: Item(User) } },
    },
    async ({ params }) => ({ item: await getUser(db, params.id) }),
  )

  app.put(
    '/users/:id',
    {
      config: { access: write },
      schema: { tags, params: IdParams, body: ProfileChanges, response: { 200: Item(User) } },
    },
    async request => ({ item: await changeProfile(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/users/:id/update',
    {
      config: { access: write, maxFileBytes: deps.settings.STORAGE_MAX_BYTES },
      schema: { tags, params: IdParams, body: ProfileForm, response: { 200: Item(User) } },
    },
    async request => ({ item: await changeProfile(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/users/:id',
    { config: { access: manage }, schema: { tags, params: IdParams, response: { 200: Item(User) } } },
    async request => ({ item: await archiveUser(deps, actorOf(request), request.params.id) }),
  )

  app.post(
    '/users/:id/restore',
    { config: { access: manage }, schema: { tags, params: IdParams, response: { 200: Item(User) } } },
    async request => ({ item: await restoreUser(deps, actorOf(request), request.params.id) }),
  )
}
