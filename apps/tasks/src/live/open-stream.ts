import { languageOf } from '@atrium/core/language'
import { sha256 } from '@atrium/core/sha256'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import { actorOfToken } from '#sign-in/session.ts'
import { createStream, cursorOf, type Stream } from './stream.ts'
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
}

/** Takes over the connection: sends what the client missed, then live events. */
export async function openStream(
  deps: Deps,
  reply: FastifyReply,
  { token, topics, lastEventId }: StreamParams,
) {
  const { userId, accessToken } = await useStreamToken(deps, token)
  const claims = await deps.tokenCheck.check(accessToken)
  if (!claims) throw new NotAuthenticated('session_revoked')
  const actor = await actorOfToken(deps, claims, languageOf(reply.request))
  const followed = await deps.streams.openTopics(actor, topics ?? '')
  const start = await deps.streams.findStart(userId)
  if (!start) throw new NotAuthenticated('session_revoked')
  const [notificationId = Infinity, changeId] = readCursor(lastEventId)

  const { raw } = reply.hijack()
  // If the client has already disconnected, no `close` event would remove the stream.
  if (raw.destroyed) return
  raw.writeHead(200, { ...(reply.getHeaders() as object), ...headers })
  raw.socket?.setNoDelay(true)
  raw.write('retry: 3000\n: ok\n\n')
  const stream = createStream(raw, {
    userId,
    user: start.user,
    actor,
    topics: followed,
    hasTopics: Boolean(topics),
    session: {
      accessToken,
      digest: sha256(accessToken),
      tokenId: claims.jti,
      clientId: claims.client_id,
      expiresAt: claims.exp * 1000,
      checkedAt: deps.now().getTime(),
    },
    // An id from the future, possible after restoring a backup, would suppress everything up to it.
    lastNotificationId: Math.min(notificationId, start.lastNotificationId),
    lastChangeId: changeId ?? (followed.length > 0 ? start.lastActivityId : 0),
  })
  raw.once('close', () => deps.streams.remove(stream))
  raw.write(cursorFrame(stream))
  deps.streams.add(stream)
  await deps.streams.start(stream, changeId, deps.now())
}

/**
 * Lets a client that disconnects before the first event resume from here. EventSource fires no event for an id alone, so
 * clients that use topics also get a `place` event, because they send the id themselves.
 */
function cursorFrame(stream: Stream) {
  return `id: ${cursorOf(stream)}\n${stream.hasTopics ? 'event: place\ndata: {}\n' : ''}\n`
}

/** `981`, or `981-90412` with topics, or `-90412` after loading a board; anything else is ignored. */
function readCursor(lastEventId: string) {
  const [, notification, change] = lastEventId.match(/^(\d{1,16})?(?:-(\d{1,16}))?$/) ?? []
  return [notification, change].map(digits => (digits === undefined ? undefined : Number(digits)))
}
