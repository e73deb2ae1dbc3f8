import { languageOf } from '@atrium/core/language'
import { Item } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { presentedToken } from '@atrium/http/presented-token'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { checkAccessToken } from '#tokens/check-access-token.ts'
import { User } from '#users/user.contract.ts'
import { checkRegistration, registerUser } from './register-user.ts'
import { Registration } from './registration.contract.ts'

export function registrationRoutes(app: App, deps: Deps) {
  app.post(
    '/users',
    {
      config: {
        access: open,
        rateLimit: { max: 300, timeWindow: '1 minute' },
        refuses: [409],
        checkFields: (fields: Partial<Registration>) => checkRegistration(deps, fields),
      },
      schema: {
        tags: ['Registration'],
        summary: 'Register a user',
        description:
          'Creates an account with the role `user` and sends a confirmation email. `consent` must be `true`. The email address and telephone number must be unused (409); the password is checked for strength.',
        body: Registration,
        response: { 200: Item(User) },
      },
    },
    async request => {
      const actor = await findCreator(deps, request)
      const registering = { language: languageOf(request), isOwn: !actor, actor }
      return { item: await registerUser(deps, request.body, registering) }
    },
  )
}

/** An administrator who creates an account for somebody else. */
async function findCreator(deps: Deps, request: FastifyRequest) {
  const token = presentedToken(request, 'access_token')
  const checked = token ? await checkAccessToken(deps, token) : undefined
  return checked?.actor.permissions.has('users.manage.any') ? checked.actor : undefined
}
