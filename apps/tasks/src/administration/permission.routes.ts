import { pageOf } from '@atrium/core/paging'
import { Id, List, ListQuery, Message, Nullable, OrderBy } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import { actorOf, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { grantPermission, revokePermission } from './grant-permission.ts'
import { listPermissions } from './permission.queries.ts'

const Permission = Type.Object({ id: Id, name: Type.String(), description: Nullable(Type.String()) })
const PermissionListQuery = Type.Object({ ...ListQuery.properties, ...OrderBy('id', 'name').properties })
const GrantParams = Type.Object({ roleId: Id, permissionId: Id })

export function permissionRoutes(app: App, deps: Deps) {
  const tags = ['Permissions']

  app.get(
    '/rbac/permissions',
    {
      config: { access: permission('rbac.permissions.read') },
      schema: {
        tags,
        summary: 'List permissions',
        description: 'All permissions that roles of this service can have.',
        querystring: PermissionListQuery,
        response: { 200: List(Permission) },
      },
    },
    async ({ query }) => listPermissions(deps.db, query.orderBy, pageOf(query)),
  )

  const grant = {
    config: { access: permission('rbac.permissions.manage') },
    schema: { tags, params: GrantParams, response: { 200: Message } },
  }
  const granting = {
    summary: 'Grant a permission to a role',
    description:
      'Takes effect at once for everyone who has the role. You cannot grant a permission that you do not have yourself (403). 409 if the role already has it.',
  }
  const revoking = {
    summary: 'Revoke a permission from a role',
    description:
      'Takes effect at once for everyone who has the role. The role `admin` always keeps `rbac.permissions.manage` (409).',
  }

  app.post(
    '/rbac/roles/:roleId/permissions/:permissionId',
    { ...grant, schema: { ...grant.schema, ...granting } },
    async request => {
      await grantPermission(deps, actorOf(request), request.params)
      return { message: 'The role has the permission now' }
    },
  )

  app.delete(
    '/rbac/roles/:roleId/permissions/:permissionId',
    { ...grant, schema: { ...grant.schema, ...revoking } },
    async request => {
      await revokePermission(deps, actorOf(request), request.params)
      return { message: 'The role has lost the permission' }
    },
  )
}
