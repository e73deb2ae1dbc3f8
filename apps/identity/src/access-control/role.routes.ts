import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeRole } from './change-role.ts'
import { createRole } from './create-role.ts'
import { removeRole } from './remove-role.ts'
import { NewRole, Role, RoleChanges, RoleFilters } from './role.contract.ts'
import { getRole, listRoles } from './role.queries.ts'

const tags = ['Roles']
const read = needs('system:manage', permission('roles.read'))
const manage = needs('system:manage', permission('roles.manage'))

export function roleRoutes(app: App, deps: Deps) {
  app.get(
    '/roles',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'List roles',
        description: 'The roles with their levels and permissions.',
        querystring: RoleFilters,
        response: { 200: List(Role) },
      },
    },
    async ({ query }) => listRoles(deps.db, query),
  )

  app.get(
    '/roles/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get a role',
        description: 'Returns the role with its permissions.',
        params: IdParams,
        response: { 200: Item(Role) },
      },
    },
    async ({ params }) => ({ item: await getRole(deps.db, params.id) }),
  )

  app.post(
    '/roles',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Create a role',
        description: 'The level ranks roles: you can only manage roles and users up to your own level.',
        body: NewRole,
        response: { 200: Item(Role) },
      },
    },
    async request => ({ item: await createRole(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/roles/:id',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Update a role',
        description:
          'Changes the given fields; `permissions` replaces the whole list. System roles keep their name and level (409). Takes effect at once for everyone who has the role.',
        params: IdParams,
        body: RoleChanges,
        response: { 200: Item(Role) },
      },
    },
    async request => ({ item: await changeRole(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/roles/:id',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Delete a role',
        description:
          'Users who had the role lose its permissions at once. System roles cannot be deleted (409).',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeRole(deps, actorOf(request), request.params.id)
      return { message: 'The role is deleted' }
    },
  )
}
