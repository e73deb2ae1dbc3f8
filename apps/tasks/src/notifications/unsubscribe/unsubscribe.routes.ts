import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { openUnsubscribePage, unsubscribe } from './unsubscribe.contract.ts'
import { turnOffMail } from './unsubscribe.queries.ts'
import { readUnsubscribeToken } from './unsubscribe-address.ts'
import { askPage, donePage, invalidPage } from './unsubscribe-pages.ts'

const rateLimit = { max: 120, timeWindow: '1 minute' }

export function unsubscribeRoutes(route: Route, deps: Deps) {
  const { db, settings, now } = deps

  route(openUnsubscribePage, { rateLimit }, ({ query, request, reply }) => {
    if (readUnsubscribeToken(settings, query.token) === undefined) return refuse(request, reply)
    return sendPage(reply, askPage(languageOf(request), productOf(request), query.token))
  })

  route(unsubscribe, { rateLimit }, async ({ query, request, reply }) => {
    const userId = readUnsubscribeToken(settings, query.token)
    if (userId === undefined) return refuse(request, reply)
    await turnOffMail(db, userId, now().toISOString())
    return sendPage(reply, donePage(languageOf(request), productOf(request), settings.FRONTEND_URL))
  })
}

/** What the installation calls itself. */
function productOf({ server }: FastifyRequest) {
  return server.branding().name
}

function refuse(request: FastifyRequest, reply: FastifyReply) {
  return sendPage(reply.code(410), invalidPage(languageOf(request), productOf(request)))
}
