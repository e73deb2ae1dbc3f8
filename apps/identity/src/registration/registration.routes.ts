import { languageOf } from '@atrium/core/language'
import { presentedToken } from '@atrium/http/credentials'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import * as commands from './registration.commands.ts'
import { type Registration, registerUser } from './registration.contract.ts'

export function registrationRoutes(route: Route, deps: Deps) {
  const options = {
    rateLimit: { max: 300, timeWindow: '1 minute' },
    checkFields: (fields: Partial<Registration>) => commands.checkRegistration(deps, fields),
  }

  route(registerUser, options, async ({ body, request }) => {
    const actor = await findCreator(deps, request)
    const registering = { language: languageOf(request), isOwn: !actor, actor }
    return { item: await commands.registerUser(deps, body, registering) }
  })
}

/** An administrator who creates an account for someone else. */
async function findCreator(deps: Deps, request: FastifyRequest) {
  const token = presentedToken(request, 'access_token')
  const checked = token ? await checkAccessToken(deps, token) : undefined
  return checked?.actor.permissions.has('users.manage.any') ? checked.actor : undefined
}
