import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { StreamHeaders, StreamQuery, StreamToken } from './live.contract.ts'
import { openStream } from './open-stream.ts'
import { createStreamToken, STREAM_TOKEN_SECONDS } from './stream-token.ts'

const tags = ['Events']

export function streamRoutes(app: App, deps: Deps) {
  app.get(
    '/events/token',
    {
      config: { access: anyToken },
      schema: {
        tags,
        summary: 'Create a stream token',
        description:
          'A token for one `GET /events` request, valid for 60 seconds. Browsers cannot send headers with an event stream, so it is passed in the query.',
        response: { 200: StreamToken },
      },
    },
    async request => {
      const token = await createStreamToken(deps, actorOf(request).id, request.accessToken)
      return { token, expires_in: STREAM_TOKEN_SECONDS }
    },
  )

  // The stream token is the credential; a HEAD request would use it up for nothing.
  app.get(
    '/events',
    {
      config: {
        access: open,
        refuses: [401, 403],
        openapi: {
          querystring: { ...StreamQuery, required: ['token'] },
          headers: StreamHeaders,
          security: [{}], // the token in the query is the credential
        },
      },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Open the event stream',
        description:
          'Server-sent events: your notifications and, with `topics`, live changes of boards and projects. `token` is required: get one from `GET /events/token` for each connection. After a reconnect, send the last event ID as `Last-Event-ID` or `lastEventId`, and everything newer is sent first. A comment every 15 seconds keeps the connection open.',
        querystring: StreamQuery,
        produces: ['text/event-stream'],
      },
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
