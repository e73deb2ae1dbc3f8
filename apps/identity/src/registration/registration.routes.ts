import { languageOf } from '@atrium/core/language'
import { presentedToken } from '@atrium/http/credentials'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { checkOwnAccessToken } from '#tokens/access-token.ts'
import { refuseUninvited } from './invitation.ts'
import * as commands from './registration.commands.ts'
import { type Registration, registerUser } from './registration.contract.ts'

export function registrationRoutes(route: Route, deps: Deps) {
  const options = {
    rateLimit: commands.registrationLimit,
    checkFields: async (fields: Partial<Registration>, request: FastifyRequest) => {
      if (!(await findCreator(deps, request))) refuseUninvited(deps, fields.invitationToken)
      return commands.checkRegistration(deps, fields)
    },
  }

  route(registerUser, options, async ({ body, request }) => {
    const language = languageOf(request)
    const actor = await findCreator(deps, request)
    return {
      item: await (actor
        ? commands.registerUser(deps, body, { language, actor })
        : commands.registerVisitor(deps, body, language)),
    }
  })
}

/** An administrator who creates an account for someone else. */
async function findCreator(deps: Deps, request: FastifyRequest) {
  const token = presentedToken(request, 'access_token')
  const checked = token ? await checkOwnAccessToken(deps, token) : undefined
  return checked?.actor.permissions.has('users.manage.any') ? checked.actor : undefined
}
