import type { App } from '@atrium/http/create-app'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeRole, createRole, removeRole } from './change-role.ts'
import { getRole, listRoles } from './role.queries.ts'
import { NewRole, Role, RoleChanges, RoleFilters } from './role.schema.ts'

export function roleRoutes(app: App, deps: Deps) {
  const { db } = deps
  const reads = { config: { access: permission('roles.read') } }
  const writes = { config: { access: permission('roles.manage') } }
  const tags = ['Roles']

  app.get(
    '/roles',
    { ...reads, schema: { tags, querystring: RoleFilters, response: { 200: List(Role) } } },
    async ({ query }) => listRoles(db, query),
  )

  app.post(
    '/roles',
    { ...writes, schema: { tags, body: NewRole, response: { 200: Item(Role) } } },
    async ({ body }) => ({ item: await createRole(deps, body) }),
  )

  app.get(
    '/roles/:id',
    { ...reads, schema: { tags, params: IdParams, response: { 200: Item(Role) } } },
    async ({ params }) => ({ item: await getRole(db, params.id) }),
  )

  app.put(
    '/roles/:id',
    { ...writes, schema: { tags, params: IdParams, body: RoleChanges, response: { 200: Item(Role) } } },
    async ({ params, body }) => ({ item: await changeRole(deps, params.id, body) }),
  )

  app.delete(
    '/roles/:id',
    { ...writes, schema: { tags, params: IdParams, response: { 200: Message } } },
    async ({ params }) => {
      await removeRole(deps, params.id)
      return { message: 'The role was deleted' }
    },
  )
}
