import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeRole, createRole, removeRole } from './change-role.ts'
import { NewRole, Role, RoleChanges, RoleFilters } from './role.contract.ts'
import { getRole, listRoles } from './role.queries.ts'

export function roleRoutes(app: App, deps: Deps) {
  const { db } = deps
  const reads = { config: { access: permission('roles.read') } }
  const writes = { config: { access: permission('roles.manage') } }
  const tags = ['Roles']

  app.get(
    '/roles',
    {
      ...reads,
      schema: {
        tags,
        summary: 'List roles',
        description:
          'Roles of this service with their permissions. Roles inside a project are separate: see Members.',
        querystring: RoleFilters,
        response: { 200: List(Role) },
      },
    },
    async ({ query }) => listRoles(db, query),
  )

  app.post(
    '/roles',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Create a role',
        description: 'The new role has no permissions yet; grant them one by one.',
        body: NewRole,
        response: { 200: Item(Role) },
      },
    },
    async ({ body }) => ({ item: await createRole(deps, body) }),
  )

  app.get(
    '/roles/:id',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Get a role',
        description: 'Returns the role with its permissions.',
        params: IdParams,
        response: { 200: Item(Role) },
      },
    },
    async ({ params }) => ({ item: await getRole(db, params.id) }),
  )

  app.put(
    '/roles/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Update a role',
        description: 'Changes the name or the description. System roles cannot be renamed (409).',
        params: IdParams,
        body: RoleChanges,
        response: { 200: Item(Role) },
      },
    },
    async ({ params, body }) => ({ item: await changeRole(deps, params.id, body) }),
  )

  app.delete(
    '/roles/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Delete a role',
        description: 'Unassigns it from every user. System roles cannot be deleted (409).',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async ({ params }) => {
      await removeRole(deps, params.id)
      return { message: 'The role was deleted' }
    },
  )
}
