import { languageOf } from '@atrium/core/language'
import { IdParams, Item } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import type { FastifyRequest } from 'fastify'
import { actorOf, needs, pathUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { User } from '#users/user.contract.ts'
import { changeCredentials, checkCredentials } from './change-credentials.ts'
import { CredentialChanges } from './credentials.contract.ts'

export function credentialRoutes(app: App, deps: Deps) {
  app.post(
    '/users/:id/passport-change',
    {
      config: {
        access: needs('user:write', selfOrAny('users.write', pathUser)),
        checkFields: (fields: CredentialChanges, request: FastifyRequest) =>
          checkCredentials(deps, actorOf(request), pathUser(request), fields),
      },
      schema: {
        tags: ['Users'],
        summary: 'Change email, telephone or password',
        description:
          'For your own account, `currentPassword` is required. A new email address must be confirmed again. A new password ends every other session of the user.',
        params: IdParams,
        body: CredentialChanges,
        response: { 200: Item(User) },
      },
    },
    async request => {
      const input = { ...request.body, language: languageOf(request) }
      return { item: await changeCredentials(deps, actorOf(request), request.params.id, input) }
    },
  )
}
