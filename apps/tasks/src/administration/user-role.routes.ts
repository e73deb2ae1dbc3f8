import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { assignRole, unassignRole } from './assign-role.ts'
import { NewUserRole, UserRole, UserRoleFilters } from './user-role.contract.ts'
import { listUserRoles } from './user-role.queries.ts'

export function userRoleRoutes(app: App, deps: Deps) {
  const { db } = deps
  const writes = { config: { access: permission('user_roles.manage') } }
  const tags = ['User roles']

  app.get(
    '/user-roles',
    {
      config: { access: permission('user_roles.read') },
      schema: {
        tags,
        summary: 'List role assignments',
        description: 'Which user has which role, assigned by whom and when.',
        querystring: UserRoleFilters,
        response: { 200: List(UserRole) },
      },
    },
    async ({ query }) => listUserRoles(db, query),
  )

  app.post(
    '/user-roles',
    {
      config: { ...writes.config, refuses: [404] },
      schema: {
        tags,
        summary: 'Assign a role',
        description:
          'Takes effect at once. You cannot assign a role with permissions that you do not have (403). 409 if the user already has the role.',
        body: NewUserRole,
        response: { 200: Item(UserRole) },
      },
    },
    async request => ({ item: await assignRole(deps, actorOf(request), request.body) }),
  )

  app.delete(
    '/user-roles/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Unassign a role',
        description:
          'Takes effect at once. You cannot unassign a role with permissions that you do not have (403).',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await unassignRole(deps, actorOf(request), request.params.id)
      return { message: 'The role was removed from the user' }
    },
  )
}
