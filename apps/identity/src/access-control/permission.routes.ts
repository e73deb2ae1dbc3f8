import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { grantPermission, revokePermission } from './grant-permission.ts'
import { changePermission, createPermission, removePermission } from './manage-permissions.ts'
import {
  NewPermission,
  Permission,
  PermissionChanges,
  PermissionFilters,
  RolePermissionParams,
} from './permission.contract.ts'
import { getPermission, listPermissions } from './permission.queries.ts'
import { Role } from './role.contract.ts'

const tags = ['Permissions']
const config = { access: needs('system:manage', permission('rbac.permissions.manage')) }

export function permissionRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/rbac/permissions',
    {
      config,
      schema: {
        tags,
        summary: 'List permissions',
        description:
          'Built-in permissions are those that the routes require; others are available to your own applications.',
        querystring: PermissionFilters,
        response: { 200: List(Permission) },
      },
    },
    async ({ query }) => listPermissions(db, query),
  )

  app.get(
    '/rbac/permissions/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get a permission',
        description: 'Returns the name and the description of the permission.',
        params: IdParams,
        response: { 200: Item(Permission) },
      },
    },
    async ({ params }) => ({ item: await getPermission(db, params.id) }),
  )

  app.post(
    '/rbac/permissions',
    {
      config,
      schema: {
        tags,
        summary: 'Create a permission',
        description: 'Adds a permission that roles can grant, for your own applications to check.',
        body: NewPermission,
        response: { 200: Item(Permission) },
      },
    },
    async request => ({ item: await createPermission(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/rbac/permissions/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Update a permission',
        description: 'Changes the name or the description. A built-in permission cannot be renamed (409).',
        params: IdParams,
        body: PermissionChanges,
        response: { 200: Item(Permission) },
      },
    },
    async request => ({
      item: await changePermission(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/rbac/permissions/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a permission',
        description: 'Removes it from every role. A built-in permission cannot be deleted (409).',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removePermission(deps, actorOf(request), request.params.id)
      return { message: 'The permission is deleted' }
    },
  )

  app.post(
    '/rbac/roles/:roleId/permissions/:permissionId',
    {
      config,
      schema: {
        tags,
        summary: 'Grant a permission to a role',
        description: 'Takes effect at once for everyone who has the role. 409 if the role already has it.',
        params: RolePermissionParams,
        response: { 200: Item(Role) },
      },
    },
    async request => ({ item: await grantPermission(deps, actorOf(request), request.params) }),
  )

  app.delete(
    '/rbac/roles/:roleId/permissions/:permissionId',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke a permission from a role',
        description: 'Takes effect at once for everyone who has the role. 404 if the role does not have it.',
        params: RolePermissionParams,
        response: { 200: Item(Role) },
      },
    },
    async request => ({ item: await revokePermission(deps, actorOf(request), request.params) }),
  )
}
