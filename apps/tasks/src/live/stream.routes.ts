import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '#tasks/task.queries.ts'
import { getStreamToken, openEventStream } from './live.contract.ts'
import { openStream } from './open-stream.ts'
import { createStreamToken, STREAM_TOKEN_SECONDS } from './stream-token.ts'
import { announcePresence } from './task-presence.contract.ts'
import { announcePresence as sendPresence } from './task-presence.ts'

export function streamRoutes(route: Route, deps: Deps) {
  route(getStreamToken, {}, async ({ actor, request }) => ({
    token: await createStreamToken(deps, actor.id, request.accessToken),
    expires_in: STREAM_TOKEN_SECONDS,
  }))

  route(announcePresence, { record: taskRecord }, async ({ actor, params, body }) => {
    await sendPresence(deps, actor, params.id, body.activity)
    return { message: 'Announced' }
  })

  // A HEAD request would use up the token.
  route(openEventStream, { exposeHeadRoute: false }, async ({ query, request, reply }) => {
    const { token = '', topics, lastEventId } = query
    const last = request.headers['last-event-id'] ?? lastEventId
    await openStream(deps, reply, { token, topics, lastEventId: String(last ?? '') })
    return reply
  })
}
