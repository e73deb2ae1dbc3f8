import type { App } from '@atrium/http/create-app'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { grantPermission, revokePermission } from './grant-permission.ts'
import { changePermission, createPermission, removePermission } from './manage-permissions.ts'
import { getPermission, listPermissions } from './permission.queries.ts'
import {
  NewPermission,
  Permission,
  PermissionChanges,
  PermissionFilters,
  RolePermissionParams,
} from './permission.schema.ts'
import { Role } from './role.schema.ts'

const tags = ['Permissions']
const config = { access: needs('system:manage', permission('rbac.permissions.manage')) }

export function permissionRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/rbac/permissions',
    { config, schema: { tags, querystring: PermissionFilters, response: { 200: List(Permission) } } },
    async ({ query }) => listPermissions(db, query),
  )

  app.get(
    '/rbac/permissions/:id',
    { config, schema: { tags, params: IdParams, response: { 200: Item(Permission) } } },
    async ({ params }) => ({ item: await getPermission(db, params.id) }),
  )

  app.post(
    '/rbac/permissions',
    { config, schema: { tags, body: NewPermission, response: { 200: Item(Permission) } } },
    async request => ({ item: await createPermission(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/rbac/permissions/:id',
    {
      config,
      schema: { tags, params: IdParams, body: PermissionChanges, response: { 200: Item(Permission) } },
    },
    async request => ({
      item: await changePermission(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/rbac/permissions/:id',
    { config, schema: { tags, params: IdParams, response: { 200: Message } } },
    async request => {
      await removePermission(deps, actorOf(request), request.params.id)
      return { message: 'The permission is deleted' }
    },
  )

  app.post(
    '/rbac/roles/:roleId/permissions/:permissionId',
    { config, schema: { tags, params: RolePermissionParams, response: { 200: Item(Role) } } },
    async request => ({ item: await grantPermission(deps, actorOf(request), request.params) }),
  )

  app.delete(
    '/rbac/roles/:roleId/permissions/:permissionId',
    { config, schema: { tags, params: RolePermissionParams, response: { 200: Item(Role) } } },
    async request => ({ item: await revokePermission(deps, actorOf(request), request.params) }),
  )
}
