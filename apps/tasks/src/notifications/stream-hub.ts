import type { Bus } from '@atrium/events/bus'
import type { TokenCheck } from '@atrium/token-check/verify-access-token'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#deps.ts'
import { changeFrame, notificationFrame, resyncFrame } from './frames.ts'
import { createPresence, type Viewers } from './presence.ts'
import { type ChangeRow, listChanges, listNotificationsAfter } from './replay.queries.ts'
import type { Stream } from './stream.ts'

const HEARTBEAT_MS = 15_000
const RECHECK_MS = 30_000
const MOST_STREAMS = 10

/** What instances tell each other after a commit: ids only, whoever has a reader for them looks them up. */
export interface StreamNews {
  name: 'news'
  /** Whose notifications there are new ones of. */
  users: number[]
  changes: { id: number; projectId: number; boards: number[] }[]
}

/** A session or a membership that streams hang on has ended. */
interface StreamsEnd {
  name: 'end'
  session?: string
  member?: { userId: number; projectId: number }
}

interface HubOptions {
  db: Database
  bus: Bus
  tokenCheck: TokenCheck
  log: FastifyBaseLogger
  now: () => Date
}

export type StreamHub = ReturnType<typeof createStreamHub>

/** The open streams of this instance. */
export function createStreamHub({ db, bus, tokenCheck, log, now }: HubOptions) {
  const streams = new Map<number, Set<Stream>>()
  let turn = Promise.resolve()
  let isShutDown = false

  /** One after the other, so that nothing overtakes: frames of one reader keep their order. */
  function inTurn(work: () => Promise<void>) {
    turn = turn.then(work).catch(error => log.error({ err: error }, 'the event streams stumbled'))
    return turn
  }

  async function deliver({ users, changes }: Pick<StreamNews, 'users' | 'changes'>) {
    await deliverNotifications(users.filter(userId => streams.has(userId)))
    const followed = changes.filter(({ projectId, boards }) =>
      [...all()].some(stream => follows(stream, projectId, boards)),
    )
    if (followed.length > 0) await deliverChanges(followed.map(({ id }) => id))
  }

  async function deliverNotifications(userIds: number[]) {
    const ready = userIds.flatMap(userId => [...(streams.get(userId) ?? [])]).filter(({ isReady }) => isReady)
    if (ready.length === 0) return
    const oldest = Math.min(...ready.map(({ lastNotificationId }) => lastNotificationId))
    for (const row of await listNotificationsAfter(db, userIds, oldest)) {
      for (const stream of ready) {
        if (stream.userId !== row.userId || stream.lastNotificationId >= row.id) continue
        stream.lastNotificationId = row.id
        stream.send({ id: placeOf(stream), data: notificationFrame(row) })
      }
    }
  }

  async function deliverChanges(ids: number[]) {
    for (const change of await listChanges(db, ids)) {
      for (const stream of all()) {
        if (stream.isReady && follows(stream, change.projectId, boardsOf(change))) sendChange(stream, change)
      }
    }
  }

  function end({ session, member }: StreamsEnd) {
    for (const stream of all()) {
      const isOfSession = session !== undefined && stream.session.digest === session
      const isOfMember =
        stream.userId === member?.userId &&
        stream.topics.some(({ projectId }) => projectId === member.projectId)
      if (isOfSession) stream.end('session_revoked')
      else if (isOfMember) stream.end('forbidden_topic')
    }
  }

  /** Messages may have been missed: notifications are read again, live boards are told to. */
  async function catchUp() {
    await deliverNotifications([...streams.keys()])
    for (const stream of all()) if (stream.topics.length > 0) stream.send({ data: resyncFrame })
  }

  async function checkSession(stream: Stream) {
    const { session } = stream
    const at = now().getTime()
    if (at >= session.expiresAt) return stream.end('session_expired')
    if (at - session.checkedAt < RECHECK_MS) return
    session.checkedAt = at
    // While the identity service is away nobody is thrown out: the next round asks again.
    const claims = await tokenCheck.check(session.accessToken).catch(() => true)
    if (!claims) stream.end('session_revoked')
  }

  function streamsOf(boardId: number) {
    return [...all()].filter(({ topics }) =>
      topics.some(({ kind, id }) => kind === 'board' && id === boardId),
    )
  }

  const presence = createPresence(bus, streamsOf, log)

  function tellPresence(ofStreams: Iterable<Stream>) {
    const boards = [...ofStreams].flatMap(({ topics }) => topics.filter(({ kind }) => kind === 'board'))
    for (const boardId of new Set(boards.map(({ id }) => id))) presence.tell(boardId)
  }

  function* all() {
    for (const own of streams.values()) yield* own
  }

  const heartbeat = setInterval(() => {
    for (const stream of all()) {
      stream.ping()
      void checkSession(stream)
    }
    tellPresence(all())
  }, HEARTBEAT_MS)
  heartbeat.unref()

  bus.onGap(() => void inTurn(catchUp))
  bus.onMessage(message => {
    const said = message as StreamNews | StreamsEnd | Viewers
    if (said.name === 'news') void inTurn(() => deliver(said))
    if (said.name === 'end') end(said)
    if (said.name === 'viewers') presence.hear(said)
  })

  return {
    inTurn,
    deliver,
    add: (stream: Stream) => {
      const own = streams.get(stream.userId) ?? new Set()
      streams.set(stream.userId, own.add(stream))
      const [oldest] = own
      if (own.size > MOST_STREAMS && oldest) oldest.end('too_many_streams')
      if (isShutDown) stream.end('server_shutdown')
      tellPresence([stream])
    },
    remove: (stream: Stream) => {
      const own = streams.get(stream.userId)
      own?.delete(stream)
      if (own?.size === 0) streams.delete(stream.userId)
      tellPresence([stream])
    },
    /** Says so to every reader, also to those who come while the last requests are finished. */
    shutDown: () => {
      isShutDown = true
      for (const stream of all()) stream.end('server_shutdown')
    },
    close: () => clearInterval(heartbeat),
  }
}

export function sendChange(stream: Stream, change: ChangeRow) {
  stream.lastChangeId = Math.max(stream.lastChangeId, change.id)
  stream.send({ id: placeOf(stream), data: changeFrame(change) })
}

/** Where a stream has come to: the notification, and with topics also the change. */
export function placeOf({ topics, lastNotificationId, lastChangeId }: Stream) {
  return topics.length > 0 ? `${lastNotificationId}-${lastChangeId}` : String(lastNotificationId)
}

function follows({ topics }: Stream, projectId: number, boards: number[]) {
  return topics.some(({ kind, id }) => (kind === 'project' ? id === projectId : boards.includes(id)))
}

/** A task that leaves a board is news for both. */
export function boardsOf({ boardId, before }: Pick<ChangeRow, 'boardId' | 'before'>) {
  return [boardId, before.boardId].filter(id => typeof id === 'number')
}
