import { NotAuthenticated } from '@atrium/http/errors'
import type { FastifyReply } from 'fastify'
import { getUserSummary } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { actorOfToken } from '#sign-in/session.ts'
import { sessionDigest } from '#sign-in/session-digest.ts'
import { sendChange, sendNotification } from './deliver.ts'
import { changeText, notificationText, resyncText } from './frames.ts'
import { findChangesSince, findLastNotificationId, listMissedNotifications } from './replay.queries.ts'
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
  connection: 'keep-alive',
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
      digest: sessionDigest(accessToken),
      expiresAt: claims.exp * 1000,
      checkedAt: deps.now().getTime(),
    },
    lastNotificationId,
    lastChangeId,
  })
  raw.once('close', () => deps.streams.remove(stream))
  raw.write(placeFrame(stream, topics !== undefined))
  deps.streams.add(stream)
  await sendMissed(deps, stream)
  await deps.streams.start(stream, () => sendMissedChanges(deps, stream, changeId))
}

/**
 * Whoever is cut off before the first notification still knows where to go on. An id alone tells an EventSource so and is
 * no event; only a client that knows topics gets one, since it needs the id for its next connection.
 */
function placeFrame(stream: Stream, isEvent: boolean) {
  return `id: ${placeOf(stream)}\n${isEvent ? 'event: place\ndata: {}\n' : ''}\n`
}

/** A page at a time, as fast as it is read: what was missed may be much. */
async function sendMissed({ db }: Deps, stream: Stream) {
  for (;;) {
    const missed = await listMissedNotifications(db, stream.userId, stream.lastNotificationId)
    for (const row of missed) sendNotification(stream, row.id, notificationText(row))
    if (missed.length === 0) return
    await stream.untilTaken()
  }
}

/** Whoever has to load everything again goes on from now: the place that was too old is not asked for a second time. */
async function sendMissedChanges({ db }: Deps, stream: Stream, changeId: number | undefined) {
  if (changeId === undefined || stream.topics.length === 0) return
  const changes = await findChangesSince(db, stream.topics, changeId)
  if (!changes) {
    stream.lastChangeId = await findLastActivityId(db)
    return stream.send(resyncText, placeOf(stream))
  }
  for (const change of changes) sendChange(stream, change.id, changeText(change))
}

/** `981`, `981-90412` of a stream with topics, or `-90412` from a board's snapshot on; anything else is no place. */
function placesOf(lastEventId: string) {
  const [, notification, change] = lastEventId.match(/^(\d{1,16})?(?:-(\d{1,16}))?$/) ?? []
  return [notification, change].map(digits => (digits === undefined ? undefined : Number(digits)))
}
