import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/page'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { confirmedMessage, confirmPage, sendDone } from './link-pages.ts'
import * as commands from './verify-email.commands.ts'
import { openConfirmationPage, resendVerification, verifyEmail } from './verify-email.contract.ts'

export function verifyEmailRoutes(route: Route, deps: Deps) {
  route(openConfirmationPage, {}, ({ query, request, reply }) =>
    sendPage(reply, confirmPage(languageOf(request), query.token)),
  )

  route(
    verifyEmail,
    { rateLimit: { max: 120, timeWindow: '1 minute' } },
    async ({ body, request, reply }) => {
      await commands.verifyEmail(deps, body.token, request.ip)
      return sendDone(request, reply, confirmedMessage(languageOf(request)))
    },
  )

  route(
    resendVerification,
    { rateLimit: { max: 10, timeWindow: '1 minute' } },
    async ({ actor, request }) => {
      await commands.resendVerification(deps, actor, languageOf(request))
      return { message: 'Confirmation email sent' }
    },
  )
}
