import { Body, Item } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import { actorOf, needs, self } from '#access.ts'
import type { Deps } from '#deps.ts'
import { User } from '#users/user.contract.ts'
import { archiveSelf } from './archive-self.ts'

const ArchiveSelf = Body({ currentPassword: Type.String({ maxLength: 1024 }) })

export function archiveSelfRoutes(app: App, deps: Deps) {
  app.delete(
    '/users/me',
    {
      config: {
        access: needs(
          'user:write',
          self('users.write', request => actorOf(request).id),
        ),
      },
      schema: {
        tags: ['Users'],
        summary: 'Archive your own account',
        description:
          'Requires `currentPassword`. You are signed out everywhere and can no longer sign in; an administrator can restore the account. The last owner cannot be archived (409).',
        body: ArchiveSelf,
        response: { 200: Item(User) },
      },
    },
    async request => {
      const actor = actorOf(request)
      // A client has no account; the access rule has refused it already.
      const id = actor.id as number
      return { item: await archiveSelf(deps, actor, id, request.body.currentPassword) }
    },
  )
}
