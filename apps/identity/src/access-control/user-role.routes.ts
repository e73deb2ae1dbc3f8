import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { assignUserRole } from './assign-user-role.ts'
import { removeUserRole } from './remove-user-role.ts'
import { NewUserRole, UserRole, UserRoleFilters } from './user-role.contract.ts'
import { listUserRoles } from './user-role.queries.ts'

const tags = ['User roles']
const manage = needs('user:manage', permission('user_roles.manage'))

export function userRoleRoutes(app: App, deps: Deps) {
  app.get(
    '/user-roles',
    {
      config: { access: needs('user:read', permission('user_roles.read')) },
      schema: {
        tags,
        summary: 'List role assignments',
        description: 'Which user has which role, assigned by whom and when.',
        querystring: UserRoleFilters,
        response: { 200: List(UserRole) },
      },
    },
    async ({ query }) => listUserRoles(deps.db, query),
  )

  app.post(
    '/user-roles',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Assign a role',
        description:
          'Takes effect at once. You cannot assign a role above your own level (403). 409 if the user already has the role.',
        body: NewUserRole,
        response: { 200: Item(UserRole) },
      },
    },
    async request => ({ item: await assignUserRole(deps, actorOf(request), request.body) }),
  )

  app.delete(
    '/user-roles/:id',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Unassign a role',
        description: 'Takes effect at once. The last owner keeps the role `owner` (409).',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeUserRole(deps, actorOf(request), request.params.id)
      return { message: 'The role is removed from the user' }
    },
  )
}
