import { sha256 } from '@atrium/core/sha256'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import { actorOfToken } from '#sign-in/session.ts'
import { createStream, placeOf, type Stream } from './stream.ts'
import { useStreamToken } from './stream-token.ts'

interface StreamParams {
  token: string
  topics: string | undefined
  lastEventId: string
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close', // when a restart ends the stream, a proxy must not use its connection for another request
}

/** From here on the connection belongs to the stream: first what was missed, then what comes. */
export async function openStream(
  deps: Deps,
  reply: FastifyReply,
  { token, topics, lastEventId }: StreamParams,
) {
  const { userId, accessToken } = await useStreamToken(deps, token)
  const claims = await deps.tokenCheck.check(accessToken)
  if (!claims) throw new NotAuthenticated('session_revoked')
  const actor = await actorOfToken(deps, accessToken, claims)
  const followed = await deps.streams.openTopics(actor, topics ?? '')
  const start = await deps.streams.findStart(userId)
  if (!start) throw new NotAuthenticated('session_revoked')
  const [notificationId = Infinity, changeId] = placesOf(lastEventId)

  const { raw } = reply.hijack()
  // A client that left meanwhile has had its `close` already: no other will come to remove its stream.
  if (raw.destroyed) return
  raw.writeHead(200, { ...(reply.getHeaders() as object), ...headers })
  raw.socket?.setNoDelay(true)
  raw.write('retry: 3000\n: ok\n\n')
  const stream = createStream(raw, {
    userId,
    user: start.user,
    actor,
    topics: followed,
    session: {
      accessToken,
      digest: sha256(accessToken),
      expiresAt: claims.exp * 1000,
      checkedAt: deps.now().getTime(),
    },
    // A place in the future, as after a restored backup, would suppress everything up to it.
    lastNotificationId: Math.min(notificationId, start.lastNotificationId),
    lastChangeId: changeId ?? (followed.length > 0 ? start.lastActivityId : 0),
  })
  raw.once('close', () => deps.streams.remove(stream))
  raw.write(placeFrame(stream, topics !== undefined))
  deps.streams.add(stream)
  await deps.streams.start(stream, changeId, deps.now())
}

/**
 * A client that is cut off before the first notification still knows where to go on. An id alone is no event for an
 * EventSource; only a client that knows topics gets one, since it needs the id for its next connection.
 */
function placeFrame(stream: Stream, isEvent: boolean) {
  return `id: ${placeOf(stream)}\n${isEvent ? 'event: place\ndata: {}\n' : ''}\n`
}

/** `981`, `981-90412` of a stream with topics, or `-90412` from a board's snapshot on; anything else is no place. */
function placesOf(lastEventId: string) {
  const [, notification, change] = lastEventId.match(/^(\d{1,16})?(?:-(\d{1,16}))?$/) ?? []
  return [notification, change].map(digits => (digits === undefined ? undefined : Number(digits)))
}
