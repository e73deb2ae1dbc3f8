import { languageOf } from '@atrium/core/language'
import { isOriginAllowed } from '@atrium/http/app/protection'
import { presentedToken } from '@atrium/http/routes/credentials'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#access-control/actor.ts'
import { actorAt } from '#access-control/admin-networks.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { allowedOrigins } from '#settings.ts'
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
        : commands.registerVisitor(deps, body, { language })),
    }
  })
}

/** Finds who creates an account for someone else; any other caller registers like a visitor without a token. */
async function findCreator(deps: Deps, request: FastifyRequest) {
  const token = presentedToken(request, 'access_token')
  if (!token || !isSentOnPurpose(deps, request)) return undefined
  const checked = await checkOwnAccessToken(deps, token)
  const actor = checked && actorAt(deps.settings, checked.actor, request.ip)
  return actor && canCreateAccounts(actor) ? actor : undefined
}

/** Whether the request carries its token on purpose: a browser also sends the cookie for pages of other origins. */
function isSentOnPurpose({ settings }: Deps, request: FastifyRequest) {
  return request.headers.authorization !== undefined || isOriginAllowed(request, allowedOrigins(settings))
}

function canCreateAccounts({ scopes, permissions, mustSetUpTwoFactor }: Actor) {
  return scopes.includes('user:manage') && permissions.has('users.manage.any') && !mustSetUpTwoFactor
}
