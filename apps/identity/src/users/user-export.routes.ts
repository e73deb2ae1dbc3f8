import { IdParams, Item } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, pathUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { exportUser } from './export-user.ts'
import { UserExport } from './user-export.contract.ts'

export function userExportRoutes(app: App, deps: Deps) {
  app.get(
    '/users/:id/export',
    {
      config: { access: needs('user:read', selfOrAny('users.read', pathUser)) },
      schema: {
        tags: ['Users'],
        summary: 'Export the data of a user',
        description:
          'Everything stored about the user as a JSON download, without secrets. Parts that your token does not cover are left out and named in `leftOut`.',
        params: IdParams,
        response: { 200: Item(UserExport) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const item = await exportUser(deps, actorOf(request), id)
      reply.header('content-disposition', `attachment; filename="atrium-user-${id}.json"`)
      return { item }
    },
  )
}
