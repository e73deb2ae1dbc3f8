import { IdParams, Item, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { getUser } from '#users/user.queries.ts'
import { Lockout } from './lockout.contract.ts'
import { findLockout } from './sign-in-failure.queries.ts'
import { unlockUser } from './unlock-user.ts'

const config = { access: needs('user:manage', permission('users.manage.any')) }
const tags = ['Users']

export function lockoutRoutes(app: App, deps: Deps) {
  app.get(
    '/users/:id/lockout',
    {
      config,
      schema: {
        tags,
        summary: 'Get the lockout of a user',
        description: 'Whether sign-in is locked after too many failed attempts, and until when.',
        params: IdParams,
        response: { 200: Item(Lockout) },
      },
    },
    async ({ params }) => {
      const { id } = await getUser(deps.db, params.id)
      return { item: await findLockout(deps.db, id, deps.now()) }
    },
  )

  app.post(
    '/users/:id/unlock',
    {
      config,
      schema: {
        tags,
        summary: 'Unlock a user',
        description: 'Clears the failed sign-ins of the user, so that they can sign in at once.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await unlockUser(deps, actorOf(request), request.params.id)
      return { message: 'The user may sign in again' }
    },
  )
}
