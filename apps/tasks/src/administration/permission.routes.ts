import type { App } from '@atrium/http/create-app'
import { ListQuery, pageOf } from '@atrium/http/pagination'
import { Id, List, Message, Nullable } from '@atrium/http/replies'
import { Type } from 'typebox'
import { actorOf, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { grantPermission, revokePermission } from './grant-permission.ts'
import { listPermissions } from './permission.queries.ts'

const Permission = Type.Object({ id: Id, name: Type.String(), description: Nullable(Type.String()) })
const GrantParams = Type.Object({ roleId: Id, permissionId: Id })

export function permissionRoutes(app: App, deps: Deps) {
  const tags = ['Permissions']

  app.get(
    '/rbac/permissions',
    {
      config: { access: permission('rbac.permissions.read') },
      schema: { tags, querystring: ListQuery, response: { 200: List(Permission) } },
    },
    async ({ query }) => listPermissions(deps.db, pageOf(query)),
  )

  const grant = {
    config: { access: permission('rbac.permissions.manage') },
    schema: { tags, params: GrantParams, response: { 200: Message } },
  }

  app.post('/rbac/roles/:roleId/permissions/:permissionId', grant, async request => {
    await grantPermission(deps, actorOf(request), request.params)
    return { message: 'The role has the permission now' }
  })

  app.delete('/rbac/roles/:roleId/permissions/:permissionId', grant, async request => {
    await revokePermission(deps, actorOf(request), request.params)
    return { message: 'The role has lost the permission' }
  })
}
