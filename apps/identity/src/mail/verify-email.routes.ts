import { languageOf } from '@atrium/core/language'
import { Body, Message } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { sendPage } from '@atrium/http/page'
import { Type } from 'typebox'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { confirmedMessage, confirmPage, donePage } from './link-pages.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

const Token = Type.String({ minLength: 1, maxLength: 200 })
const rateLimit = { max: 120, timeWindow: '1 minute' }

export function verifyEmailRoutes(app: App, deps: Deps) {
  app.get(
    '/email-verify',
    {
      config: { access: open, isPage: true },
      schema: {
        tags: ['Mail'],
        summary: 'Open the confirmation page',
        description:
          'The page that the link in a confirmation email opens. It confirms nothing until its button is pressed.',
        querystring: Type.Object({ token: Type.String({ default: '', maxLength: 200 }) }),
      },
    },
    (request, reply) => sendPage(reply, confirmPage(languageOf(request), request.query.token)),
  )

  app.post(
    '/auth/verify-email',
    {
      config: { access: open, isPage: true, rateLimit, refuses: [410] },
      schema: {
        tags: ['Mail'],
        summary: 'Confirm an email address',
        description:
          'Send the token from the confirmation email. A token works once; an unknown, used or expired one is 410.',
        body: Body({ token: Token }),
        response: { 200: Message },
      },
    },
    async (request, reply) => {
      await verifyEmail(deps, request.body.token, request.ip)
      const language = languageOf(request)
      const message = confirmedMessage(language)
      if (request.headers.accept?.includes('text/html')) return sendPage(reply, donePage(language, message))
      return { message }
    },
  )

  app.post(
    '/auth/verify-email/resend',
    {
      config: { access: anyToken, rateLimit: { max: 10, timeWindow: '1 minute' }, refuses: [404] },
      schema: {
        tags: ['Mail'],
        summary: 'Resend the confirmation email',
        description:
          'Sends another confirmation email to your address. 409 if the address is already confirmed.',
        response: { 200: Message },
      },
    },
    async request => {
      await resendVerification(deps, actorOf(request), languageOf(request))
      return { message: 'The mail is on its way' }
    },
  )
}
