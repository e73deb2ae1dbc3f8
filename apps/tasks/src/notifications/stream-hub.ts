import type { Bus, Message } from '@atrium/events/bus'
import type { TokenCheck } from '@atrium/token-check/verify-access-token'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#deps.ts'
import type { SharedEvent } from '#events.ts'
import { deliverNews, deliverNotifications, type StreamNews } from './deliver.ts'
import { resyncText } from './frames.ts'
import { createOpenStreams } from './open-streams.ts'
import { createPresence, type Viewers } from './presence.ts'
import { placeOf, type Stream } from './stream.ts'
import { checkSession, checkSessionNow, checkTopics } from './stream-checks.ts'

const HEARTBEAT_SECONDS = 15
const MOST_STREAMS = 10

/** A membership that streams hang on has ended. */
interface StreamsEnd {
  name: 'end'
  member: { userId: number; projectId: number }
}

type SharedMessage = Message<SharedEvent>

interface HubOptions {
  db: Database
  bus: Bus
  /** Carries what changes rights. */
  rightsBus: Bus
  tokenCheck: TokenCheck
  log: FastifyBaseLogger
  now: () => Date
}

export type StreamHub = ReturnType<typeof createStreamHub>

/** What the open streams of this instance live by. */
export function createStreamHub({ db, bus, rightsBus, tokenCheck, log, now }: HubOptions) {
  const streams = createOpenStreams()
  const presence = createPresence(bus, boardId => [...streams.ofBoard(boardId)], log)
  let turn = Promise.resolve()
  let isShutDown = false
  let second = 0

  /** One after the other, so that nothing overtakes: frames of one reader keep their order. */
  function inTurn(work: () => Promise<void>) {
    turn = turn.then(work).catch(error => log.error({ err: error }, 'the event streams stumbled'))
    return turn
  }

  function end({ member }: StreamsEnd) {
    for (const stream of streams.all()) {
      const isOfMember =
        stream.userId === member.userId &&
        stream.topics.some(({ projectId }) => projectId === member.projectId)
      if (isOfMember) stream.end('forbidden_topic')
    }
  }

  /** The user may have other sessions, and a stream of this one another of its tokens: those are asked about. */
  function endSession({ digests, passportId }: Extract<SharedMessage, { name: 'SessionEnded' }>) {
    for (const stream of streams.all()) {
      if (digests.includes(stream.session.digest)) stream.end('session_revoked')
      else if (stream.actor.passportId === passportId) void checkSessionNow(stream, tokenCheck, now())
    }
  }

  /** Messages may have been missed: rights are asked again, notifications read again, live boards told to load again. */
  async function catchUp() {
    await checkTopics(db, [...streams.all()])
    await deliverNotifications(db, streams, [...new Set([...streams.all()].map(({ userId }) => userId))])
    for (const stream of streams.all()) {
      if (stream.topics.length > 0) stream.send(resyncText, placeOf(stream))
    }
  }

  function tellPresence(of: Iterable<Stream>) {
    const boards = [...of].flatMap(({ topics }) => topics.filter(({ kind }) => kind === 'board'))
    for (const boardId of new Set(boards.map(({ id }) => id))) presence.tell(boardId)
  }

  /** Each second some of the streams, so that thousands do not all want something at once. */
  const heartbeat = setInterval(() => {
    second = (second + 1) % HEARTBEAT_SECONDS
    for (const stream of streams.all()) {
      if (stream.heartbeatSecond % HEARTBEAT_SECONDS !== second) continue
      stream.ping()
      void checkSession(stream, tokenCheck, now())
    }
    if (second === 0) tellPresence(streams.all())
  }, 1000)
  heartbeat.unref()

  async function begin(stream: Stream, replay: () => Promise<void>) {
    // Who was removed, or signed out, while the stream was being opened had none yet that could be ended.
    await checkTopics(db, [stream])
    await checkSessionNow(stream, tokenCheck, now())
    stream.isReady = true
    await deliverNotifications(db, streams, [stream.userId])
    await replay()
  }

  function checkRights({ passportId }: { passportId?: number } = {}) {
    const concerned = [...streams.all()].filter(
      ({ actor }) => passportId === undefined || actor.passportId === passportId,
    )
    void inTurn(() => checkTopics(db, concerned))
  }

  rightsBus.onMessage(message => {
    const event = message as SharedMessage
    if (event.name === 'SessionEnded') endSession(event)
    else checkRights(event)
  })
  rightsBus.onGap(() => checkRights())
  bus.onGap(() => void inTurn(catchUp))
  bus.onMessage(message => {
    const said = message as StreamNews | StreamsEnd | Viewers
    if (said.name === 'news') void inTurn(() => deliverNews(db, streams, said))
    if (said.name === 'end') end(said)
    if (said.name === 'viewers') presence.hear(said)
  })

  return {
    /** From now on it gets what comes, after whatever `replay` sends. */
    start: (stream: Stream, replay: () => Promise<void>) =>
      inTurn(() =>
        begin(stream, replay).catch(error => {
          stream.end('internal')
          throw error
        }),
      ),
    add: (stream: Stream) => {
      streams.add(stream)
      const own = streams.ofUser(stream.userId)
      const [oldest] = own
      if (own.size > MOST_STREAMS) oldest?.end('too_many_streams')
      if (isShutDown) stream.end('server_shutdown')
      tellPresence([stream])
    },
    remove: (stream: Stream) => {
      streams.remove(stream)
      tellPresence([stream])
    },
    /** Says so to every reader, also to those who come while the last requests are finished. */
    shutDown: () => {
      isShutDown = true
      for (const stream of streams.all()) stream.end('server_shutdown')
    },
    count: () => [...streams.all()].length,
    close: () => clearInterval(heartbeat),
  }
}
