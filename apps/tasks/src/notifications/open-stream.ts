import { NotAuthenticated } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import type { FastifyReply } from 'fastify'
import { getUserSummary } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { actorOfToken } from '#sign-in/session.ts'
import { findLastNotificationId } from './replay.queries.ts'
import { createReplay } from './replay-changes.ts'
import { sendMissedNotifications } from './replay-notifications.ts'
import { createStream, placeOf, type Stream } from './stream.ts'
import { useStreamToken } from './stream-token.ts'
import { openTopics } from './topic.ts'

interface Asked {
  token: string
  topics?: string | undefined
  lastEventId?: string | undefined
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close', // when a restart ends the stream, a proxy must not use its connection for another request
}

/** From here on the connection belongs to the stream: first what was missed, then whatever comes. */
export async function openStream(
  deps: Deps,
  reply: FastifyReply,
  { token, topics, lastEventId = '' }: Asked,
) {
  const { userId, accessToken } = await useStreamToken(deps, token)
  const claims = await deps.tokenCheck.check(accessToken)
  if (!claims) throw new NotAuthenticated('The session of this stream token has ended; sign in again')
  const actor = await actorOfToken(deps, accessToken, claims)
  const followed = await openTopics(deps.db, actor, topics ?? '')
  const [notificationId, changeId] = placesOf(lastEventId)
  const user = await getUserSummary(deps.db, userId)
  // A place that we have not reached yet, as after a restored backup, would hold back all that is to come.
  const lastNotificationId = Math.min(
    notificationId ?? Infinity,
    await findLastNotificationId(deps.db, userId),
  )
  const lastChangeId = changeId ?? (followed.length > 0 ? await findLastActivityId(deps.db) : 0)

  const { raw } = reply.hijack()
  // A client that left while we were asking has had its `close` already: no other will come to remove its stream.
  if (raw.destroyed) return
  raw.writeHead(200, { ...(reply.getHeaders() as object), ...headers })
  raw.socket?.setNoDelay(true)
  raw.write('retry: 3000\n: ok\n\n')
  const stream = createStream(raw, {
    userId,
    user,
    actor,
    topics: followed,
    session: {
      accessToken,
      digest: sha256(accessToken),
      expiresAt: claims.exp * 1000,
      checkedAt: deps.now().getTime(),
    },
    lastNotificationId,
    lastChangeId,
  })
  raw.once('close', () => deps.streams.remove(stream))
  raw.write(placeFrame(stream, topics !== undefined))
  deps.streams.add(stream)
  await begin(deps, stream, changeId)
}

/** What was missed goes out as fast as it is read; only the rest has to be sent in turn, while all others wait. */
async function begin(deps: Deps, stream: Stream, changeId: number | undefined) {
  const { db, streams, log } = deps
  try {
    await sendMissedNotifications(db, stream)
    const sendMissedChanges = createReplay(deps, stream, changeId)
    await sendMissedChanges(stream.untilTaken)
    await streams.start(stream, sendMissedChanges)
  } catch (error) {
    log.error({ err: error }, 'an event stream could not begin')
    stream.end('internal')
  }
}

/**
 * Whoever is cut off before the first notification still knows where to go on. An id alone tells an EventSource so and is
 * no event; only a client that knows topics gets one, since it needs the id for its next connection.
 */
function placeFrame(stream: Stream, isEvent: boolean) {
  return `id: ${placeOf(stream)}\n${isEvent ? 'event: place\ndata: {}\n' : ''}\n`
}

/** `981`, `981-90412` of a stream with topics, or `-90412` from a board's snapshot on; anything else is no place. */
function placesOf(lastEventId: string) {
  const [, notification, change] = lastEventId.match(/^(\d{1,16})?(?:-(\d{1,16}))?$/) ?? []
  return [notification, change].map(digits => (digits === undefined ? undefined : Number(digits)))
}
