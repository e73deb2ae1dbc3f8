import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { openStream } from './open-stream.ts'
import { makeStreamToken, STREAM_TOKEN_SECONDS } from './stream-token.ts'

const tags = ['Events']

const StreamToken = Type.Object({ token: Type.String(), expires_in: Type.Integer() })
const StreamQuery = Type.Object({
  token: Type.Optional(Type.String({ description: 'The one-time stream token' })),
  topics: Type.Optional(Type.String({ maxLength: 1000, description: 'Live boards: board:7,project:3' })),
  lastEventId: Type.Optional(Type.String({ maxLength: 40, description: 'Where the last stream ended' })),
})

export function eventStreamRoutes(app: App, deps: Deps) {
  app.get(
    '/events/token',
    { config: { access: anyToken }, schema: { tags, response: { 200: StreamToken } } },
    async request => {
      const token = await makeStreamToken(deps, actorOf(request).id, request.accessToken)
      return { token, expires_in: STREAM_TOKEN_SECONDS }
    },
  )

  // The stream token is the credential; a HEAD request would use it up for nothing.
  app.get(
    '/events',
    {
      config: { access: open, refuses: [401] },
      exposeHeadRoute: false,
      schema: { tags, querystring: StreamQuery, produces: ['text/event-stream'] },
    },
    async (request, reply) => {
      const { token = '', topics, lastEventId } = request.query
      const last = request.headers['last-event-id'] ?? lastEventId
      await openStream(deps, reply, { token, topics, lastEventId: String(last ?? '') })
      return reply
    },
  )

  app.addHook('preClose', async () => deps.streams.shutDown())
}
