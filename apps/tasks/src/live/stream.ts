import type { ServerResponse } from 'node:http'
import type { Actor } from '#administration/actor.ts'
import type { UserSummary } from '#administration/user.contract.ts'
import type { Frame } from './frames.ts'
import { type StreamEnding, type StreamError, streamEndings, type Topic } from './live.contract.ts'
import { liveErrors } from './live.errors.ts'

const MAX_BACKLOG_BYTES = 256 * 1024
const CLOSE_TIMEOUT_MS = 1000
/** Over a minute, long enough for the announcement of every replayed change to arrive. */
const REPLAYED_TTL_PINGS = 5

interface StreamSession {
  accessToken: string
  digest: string
  tokenId: string
  clientId: string
  expiresAt: number
  checkedAt: number
}

interface Reader {
  userId: number
  user: UserSummary
  actor: Actor
  topics: Topic[]
  /** Whether the client knows more than notifications. Without topics it gets `message` and `error` events only. */
  hasTopics: boolean
  session: StreamSession
  /** The newest ids sent to the client. */
  lastNotificationId: number
  lastChangeId: number
}

/** One open connection with its own queue, so a slow client delays no one else. */
export interface Stream extends Reader {
  /** Whether notifications come through the queue; before that, the replay loads them. */
  isLive: boolean
  /** A notification was created during the replay. */
  hasMissedChanges: boolean
  /** The newest notification that was sent or queued. */
  queuedNotificationId: number
  heartbeatSecond: number
  /** Sends a live event once the stream is neither paused nor waiting for the client to read. */
  enqueue: (frame: Frame) => void
  /** Sends a past event ahead of the queue; resolves when the client can take more, or is gone. */
  replay: (frame: Frame) => Promise<void>
  /** Each `pause` needs its own `resume`. */
  pause: () => void
  resume: () => void
  ping: () => void
  /** True after the client disconnected, too. */
  isEnded: () => boolean
  end: (reason: StreamEnding) => void
}

/** Starts paused. */
export function createStream(response: ServerResponse, reader: Reader): Stream {
  const queue: Frame[] = []
  /** Changes that were replayed and may still be announced on the bus. */
  const replayed = new Set<number>()
  let queuedBytes = 0
  let pauses = 1
  let pings = 0

  function flush() {
    while (pauses === 0 && !response.writableNeedDrain) {
      const frame = queue.shift()
      if (!frame) return
      queuedBytes -= frame.bytes
      if (frame.changeId === undefined || !replayed.delete(frame.changeId)) write(frame)
    }
  }

  function write({ notificationId = 0, changeId = 0, name = 'message', movesCursor, text }: Frame) {
    if (stream.isEnded()) return
    stream.lastNotificationId = Math.max(stream.lastNotificationId, notificationId)
    stream.lastChangeId = Math.max(stream.lastChangeId, changeId)
    response.write(`${movesCursor ? `id: ${cursorOf(stream)}\n` : ''}event: ${name}\ndata: ${text}\n\n`)
  }

  const stream: Stream = {
    ...reader,
    isLive: false,
    hasMissedChanges: false,
    queuedNotificationId: reader.lastNotificationId,
    heartbeatSecond: Math.floor(Math.random() * 3600),
    enqueue: frame => {
      if (stream.isEnded()) return
      if (frame.notificationId !== undefined) {
        if (frame.notificationId <= stream.queuedNotificationId) return
        stream.queuedNotificationId = frame.notificationId
      }
      queue.push(frame)
      queuedBytes += frame.bytes
      flush()
      // The client reconnects with the id of the last event it read, and the rest is replayed.
      if (queuedBytes > MAX_BACKLOG_BYTES) stream.end('slow_consumer')
    },
    replay: async frame => {
      if (frame.changeId !== undefined) replayed.add(frame.changeId)
      if (frame.notificationId !== undefined) stream.queuedNotificationId = frame.notificationId
      write(frame)
      await untilDrained(response)
    },
    pause: () => {
      pauses += 1
    },
    resume: () => {
      pauses -= 1
      flush()
    },
    ping: () => {
      pings += 1
      if (stream.isLive && pings > REPLAYED_TTL_PINGS) replayed.clear()
      // A client that is behind has unread data, which keeps the connection open anyway.
      if (!stream.isEnded() && !response.writableNeedDrain) response.write(': ping\n\n')
    },
    isEnded: () => response.writableEnded || response.destroyed,
    end: reason => {
      if (stream.isEnded()) return
      queue.length = 0
      queuedBytes = 0
      const { status: code, text } = liveErrors[reason]
      const { retry } = streamEndings[reason]
      const ending: StreamError = { error: { code, message: text('en'), details: { reason, retry } } }
      const { socket } = response
      // The connection ends with its stream: a proxy must not send a request over it while the service stops.
      response.end(`event: error\ndata: ${JSON.stringify(ending)}\n\n`, () => socket?.destroySoon())
      // Cut off a client that does not read this either.
      setTimeout(() => response.destroy(), CLOSE_TIMEOUT_MS).unref()
    },
  }
  response.on('drain', flush)
  return stream
}

async function untilDrained(response: ServerResponse) {
  if (!response.writableNeedDrain || response.destroyed) return
  await new Promise<void>(resolve => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn)
      resolve()
    }
    response.on('drain', goOn).on('close', goOn)
  })
}

/** Skips a notification about a project that the stream's token does not reach. */
export function skipNotification(stream: Stream, id: number) {
  stream.lastNotificationId = Math.max(stream.lastNotificationId, id)
  stream.queuedNotificationId = Math.max(stream.queuedNotificationId, id)
}

/** The event id to resume from: the notification and, with topics, the change. */
export function cursorOf({ topics, lastNotificationId, lastChangeId }: Stream) {
  return topics.length > 0 ? `${lastNotificationId}-${lastChangeId}` : String(lastNotificationId)
}
