import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { getStreamToken, openEventStream } from './live.contract.ts'
import { openStream } from './open-stream.ts'
import { createStreamToken, STREAM_TOKEN_SECONDS } from './stream-token.ts'

export function streamRoutes(route: Route, deps: Deps) {
  route(getStreamToken, {}, async ({ actor, request }) => ({
    token: await createStreamToken(deps, actor.id, request.accessToken),
    expires_in: STREAM_TOKEN_SECONDS,
  }))

  // A HEAD request would use up the token.
  route(openEventStream, { exposeHeadRoute: false }, async ({ query, request, reply }) => {
    const { token = '', topics, lastEventId } = query
    const last = request.headers['last-event-id'] ?? lastEventId
    await openStream(deps, reply, { token, topics, lastEventId: String(last ?? '') })
    return reply
  })
}
