import { EntityNotFound } from '@atrium/core/errors'
import { listReply, pageOf } from '@atrium/core/paging'
import { IdParams, Item, List } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, forSettingUp, needs, pathUser, permission, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { archiveUser } from './archive-user.ts'
import { changeProfile } from './change-profile.ts'
import { checkProfile } from './check-profile.ts'
import { restoreUser } from './restore-user.ts'
import { CurrentUser, ProfileChanges, ProfileForm, User, UserFilters } from './user.contract.ts'
import { getUser } from './user.queries.ts'
import { countUsers, listUsers } from './user-list.queries.ts'

const write = needs('user:write', selfOrAny('users.write', pathUser))
const manage = needs('user:manage', permission('users.manage.any'))
const tags = ['Users']

export function userRoutes(app: App, deps: Deps) {
  const { db } = deps
  const checkFields = (fields: ProfileChanges) => checkProfile(deps, fields)

  app.get(
    '/users',
    {
      config: { access: needs('user:read', permission('users.list')) },
      schema: {
        tags,
        summary: 'List users',
        description:
          'Search by name, email or telephone with `search`, or filter by the exact fields. Archived users are listed only with `status=archived` or `status=all`.',
        querystring: UserFilters,
        response: { 200: List(User) },
      },
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
      schema: {
        tags,
        summary: 'Get the current user',
        description:
          'Your own profile with your permissions. 404 for a client token, which belongs to no user.',
        response: { 200: Item(CurrentUser) },
      },
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
      schema: {
        tags,
        summary: 'Get a user',
        description: 'Returns the profile with roles, status and avatar address.',
        params: IdParams,
        response: { 200: Item(User) },
      },
    },
    async ({ params }) => ({ item: await getUser(db, params.id) }),
  )

  app.put(
    '/users/:id',
    {
      config: { access: write, checkFields },
      schema: {
        tags,
        summary: 'Update a profile',
        description:
          'Changes the given fields; `null` clears one. Changing `postId` requires the permission `users.write.any`. Email, telephone and password are changed with `POST /users/{id}/passport-change`.',
        params: IdParams,
        body: ProfileChanges,
        response: { 200: Item(User) },
      },
    },
    async request => ({ item: await changeProfile(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/users/:id/update',
    {
      config: { access: write, checkFields, maxFileBytes: deps.settings.STORAGE_MAX_BYTES },
      schema: {
        tags,
        summary: 'Update a profile with an avatar',
        description:
          'Same as `PUT /users/{id}`, and as a multipart form also takes the image `avatar`. An empty form field is an absent one; `clear` names the fields to clear.',
        params: IdParams,
        body: ProfileForm,
        response: { 200: Item(User) },
      },
    },
    async request => ({ item: await changeProfile(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/users/:id',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Archive a user',
        description:
          'The user is signed out everywhere and can no longer sign in. Nothing is deleted. 403 for a user of a higher level than yours, 409 for the last owner.',
        params: IdParams,
        response: { 200: Item(User) },
      },
    },
    async request => ({ item: await archiveUser(deps, actorOf(request), request.params.id) }),
  )

  app.post(
    '/users/:id/restore',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Restore an archived user',
        description: 'The user can sign in again. 409 if the user is not archived.',
        params: IdParams,
        response: { 200: Item(User) },
      },
    },
    async request => ({ item: await restoreUser(deps, actorOf(request), request.params.id) }),
  )
}
