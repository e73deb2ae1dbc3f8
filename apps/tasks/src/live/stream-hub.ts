import { batch } from '@atrium/database/batch'
import type { Bus, Message } from '@atrium/events/bus'
import type { TokensAnnounced } from '@atrium/token-check/announcements'
import type { AccessTokenClaims, TokenCheck } from '@atrium/token-check/verify-access-token'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database.ts'
import type { SharedEvent } from '#events.ts'
import { type LiveBusMessage, topicOfProject, topicOfUser } from './change-notice.ts'
import { createDelivery } from './deliver-changes.ts'
import { inboxFrame, navigationFrame, planFrame, resyncFrame, taskPresenceFrame } from './frames.ts'
import { createPresence } from './presence.ts'
import { replayChanges, replayNotifications } from './replay.ts'
import { listStreamStarts } from './stream.queries.ts'
import type { Stream } from './stream.ts'
import { createStreamRegistry } from './stream-registry.ts'
import { createStreamRights } from './stream-rights.ts'
import { createUnannounced } from './unannounced.ts'

const HEARTBEAT_SECONDS = 15
const UNANNOUNCED_SECONDS = 5
const MAX_STREAMS_PER_USER = 10

interface HubOptions {
  db: Database
  bus: Bus
  /** Carries changes of rights, ended sessions and announcements of the identity service. */
  rightsBus: Bus
  tokenCheck: TokenCheck
  /** Brings the local user of a token up to date. */
  updateActor: (claims: AccessTokenClaims) => Promise<unknown>
  log: FastifyBaseLogger
  now: () => Date
}

export type StreamHub = ReturnType<typeof createStreamHub>

/** The open streams of this instance: feeds them, checks their rights and ends them. */
export function createStreamHub({ db, bus, rightsBus, tokenCheck, updateActor, log, now }: HubOptions) {
  const streams = createStreamRegistry()
  const rights = createStreamRights(db, tokenCheck, now)
  const { deliver, lags } = createDelivery({ db, streams, log, now })
  const unannounced = createUnannounced(db, deliver)
  const presence = createPresence({ bus, streamsOf: streams.ofBoard, log, now })
  let isShutDown = false
  let second = 0

  async function checkTopics(concerned: Stream[]) {
    await rights
      .checkTopics(concerned)
      .catch(error => log.error({ err: error }, 'the rights of event streams could not be checked'))
  }

  function checkRights({ passportId }: { passportId?: number } = {}) {
    const isConcerned = ({ actor }: Stream) => passportId === undefined || actor.passportId === passportId
    return checkTopics([...streams.all()].filter(isConcerned))
  }

  /** Other streams of the user may belong to the same session with another token, so they are checked. */
  function endSession({ digests, passportId }: Extract<Message<SharedEvent>, { name: 'SessionEnded' }>) {
    for (const stream of streams.all()) {
      if (digests.includes(stream.session.digest)) stream.end('session_revoked')
      else if (stream.actor.passportId === passportId) void rights.checkSessionNow(stream)
    }
  }

  /** An announcement about all tokens is left to the regular checks: asking about every stream at once takes too long. */
  function checkAnnounced({ userId, tokenId, clientId }: TokensAnnounced) {
    for (const stream of streams.all()) {
      const { actor, session } = stream
      if (tokenId !== undefined && session.tokenId === tokenId) stream.end('session_revoked')
      const isOfUser = userId !== undefined && actor.passportId === userId
      if (isOfUser || (clientId !== undefined && session.clientId === clientId)) void checkAgain(stream)
    }
  }

  /** A former owner loses topics, too: updating the local user announces the lost rights. */
  async function checkAgain(stream: Stream) {
    const claims = await rights.checkSessionNow(stream)
    if (!claims) return
    await updateActor(claims).catch(error =>
      log.warn({ err: error }, 'the user of an event stream could not be updated'),
    )
  }

  function endMembership({ userId, projectId }: { userId: number; projectId: number }) {
    for (const stream of streams.ofUser(userId)) {
      if (stream.topics.some(topic => topic.projectId === projectId)) stream.end('forbidden_topic')
    }
  }

  /** After missed messages: checks rights, sends new notifications and makes boards reload. */
  async function catchUp() {
    const open = [...streams.all()]
    await checkTopics(open)
    deliver({ users: open.map(({ userId }) => userId), changes: [] })
    for (const stream of open.filter(({ hasTopics }) => hasTopics)) {
      for (const frame of stream.topics.length > 0 ? [resyncFrame] : [navigationFrame, planFrame, inboxFrame])
        stream.enqueue(frame)
    }
  }

  async function findUnannounced() {
    if ([...streams.all()].length === 0) return
    await unannounced
      .find()
      .catch(error => log.error({ err: error }, 'changes that nobody announced could not be looked for'))
  }

  function publishPresence(of: Iterable<Stream>) {
    const boards = [...of].flatMap(({ topics }) => topics.filter(({ kind }) => kind === 'board'))
    for (const [id, projectId] of new Map(boards.map(board => [board.id, board.projectId])))
      presence.publish({ id, projectId })
  }

  /** Spreads the streams over the seconds of the interval. */
  const heartbeat = setInterval(() => {
    second = (second + 1) % HEARTBEAT_SECONDS
    for (const stream of streams.all()) {
      if (stream.heartbeatSecond % HEARTBEAT_SECONDS !== second) continue
      stream.ping()
      void rights.checkSession(stream)
    }
    if (second === 0) publishPresence(streams.all())
    if (second % UNANNOUNCED_SECONDS === 0) void findUnannounced()
  }, 1000)
  heartbeat.unref()

  rightsBus.onMessage(message => {
    const event = message as Message<SharedEvent> | TokensAnnounced
    if (event.name === 'SessionEnded') endSession(event)
    else if (event.name === 'TokensAnnounced') checkAnnounced(event)
    else void checkRights(event)
  })
  rightsBus.onGap(() => void checkRights())
  bus.onGap(() => void catchUp())
  bus.onMessage(message => {
    const heard = message as LiveBusMessage
    if (heard.name === 'news') unannounced.announce(heard)
    if (heard.name === 'end') endMembership(heard.member)
    if (heard.name === 'viewers') presence.receive(heard)
    if (heard.name === 'at-task') {
      const frame = taskPresenceFrame(heard)
      for (const stream of streams.ofChange(heard.projectId, [heard.boardId])) stream.enqueue(frame)
    }
  })

  return {
    openTopics: rights.openTopics,
    findStart: batch((userIds: number[]) => listStreamStarts(db, userIds)),
    add: (stream: Stream) => {
      streams.add(stream)
      const own = streams.ofUser(stream.userId)
      const [oldest] = own
      if (own.size > MAX_STREAMS_PER_USER) oldest?.end('too_many_streams')
      if (isShutDown) stream.end('server_shutdown')
    },
    /** Replays what was missed while live events wait in the queue, then releases the queue. */
    start: async (stream: Stream, since: number | undefined, at: Date) => {
      try {
        await Promise.all(busTopicsOf(stream).map(bus.follow))
        publishPresence([stream])
        // The user may have been removed or signed out while the stream was being opened.
        await rights.checkTopics([stream])
        await rights.checkSessionNow(stream)
        if (stream.isEnded()) return
        await replayChanges(db, stream, since, at)
        await replayNotifications(db, stream)
        stream.isLive = true
        stream.resume()
      } catch (error) {
        log.error({ err: error }, 'an event stream could not start')
        stream.end('internal')
      }
    },
    remove: (stream: Stream) => {
      streams.remove(stream)
      publishPresence([stream])
      for (const topic of busTopicsOf(stream)) bus.unfollow(topic)
    },
    /** Ends all streams, including those opened while the last requests finish. */
    shutDown: () => {
      isShutDown = true
      for (const stream of streams.all()) stream.end('server_shutdown')
    },
    count: () => [...streams.all()].length,
    lags,
    close: () => clearInterval(heartbeat),
  }
}

/** What instances send about the user of a stream and the projects that it follows. */
function busTopicsOf({ userId, topics }: Stream) {
  const projects = new Set(topics.map(({ projectId }) => projectId))
  return [topicOfUser(userId), ...[...projects].map(topicOfProject)]
}
