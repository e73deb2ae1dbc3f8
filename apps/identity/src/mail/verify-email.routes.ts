import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { languageOf } from '@atrium/http/language'
import { sendPage } from '@atrium/http/page'
import { Body, Message } from '@atrium/http/replies'
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
        querystring: Type.Object({ token: Type.String({ default: '', maxLength: 200 }) }),
      },
    },
    (request, reply) => sendPage(reply, confirmPage(languageOf(request), request.query.token)),
  )

  app.post(
    '/auth/verify-email',
    {
      config: { access: open, isPage: true, rateLimit, refuses: [410] },
      schema: { tags: ['Mail'], body: Body({ token: Token }), response: { 200: Message } },
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
      schema: { tags: ['Mail'], response: { 200: Message } },
    },
    async request => {
      await resendVerification(deps, actorOf(request), languageOf(request))
      return { message: 'The mail is on its way' }
    },
  )
}
