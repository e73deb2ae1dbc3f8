import type { ServerResponse } from 'node:http'
import type { Actor } from '#administration/actor.ts'
import type { UserSummary } from '#administration/user.contract.ts'
import type { Frame } from './frames.ts'
import { type StreamEnding, type StreamError, streamEndings, type Topic } from './live.contract.ts'
import { liveErrors } from './live.errors.ts'

const LARGEST_BACKLOG_BYTES = 256 * 1024
const LAST_WORDS_MS = 1000
/** More than a minute, after which nothing that was replayed is still on its way. */
const REPLAYED_KEPT_PINGS = 5

/** Whose stream it is, and how far it has come. */
interface Reader {
  userId: number
  user: UserSummary
  actor: Actor
  topics: Topic[]
  session: { accessToken: string; digest: string; expiresAt: number; checkedAt: number }
  /** The newest that it has been sent. */
  lastNotificationId: number
  lastChangeId: number
}

/** One open connection with a queue of its own: a slow reader delays nobody else. */
export interface Stream extends Reader {
  /** From now on the queue carries its notifications; until then its replay reads them. */
  isLive: boolean
  /** Something came for its user while it was being opened. */
  hasMissedNews: boolean
  /** The newest notification that is sent or queued. */
  queuedNotificationId: number
  heartbeatSecond: number
  /** Queues what happens now. It waits while the stream is paused or its reader has not read what came before. */
  enqueue: (frame: Frame) => void
  /** Sends what happened before, ahead of the queue; resolves when there is room for more, or the reader is gone. */
  replay: (frame: Frame) => Promise<void>
  /** Until as many calls of `resume`. */
  pause: () => void
  resume: () => void
  ping: () => void
  /** Also when the reader has gone. */
  isEnded: () => boolean
  end: (reason: StreamEnding) => void
}

/** Paused until it is resumed for the first time. */
export function createStream(response: ServerResponse, reader: Reader): Stream {
  const queue: Frame[] = []
  /** A change that was replayed may be announced a moment later. */
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

  function write({ notificationId = 0, changeId = 0, isPlace, text }: Frame) {
    if (stream.isEnded()) return
    stream.lastNotificationId = Math.max(stream.lastNotificationId, notificationId)
    stream.lastChangeId = Math.max(stream.lastChangeId, changeId)
    response.write(`${isPlace ? `id: ${placeOf(stream)}\n` : ''}event: message\ndata: ${text}\n\n`)
  }

  const stream: Stream = {
    ...reader,
    isLive: false,
    hasMissedNews: false,
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
      // The client comes again with the last event that it has read, and the rest is replayed.
      if (queuedBytes > LARGEST_BACKLOG_BYTES) stream.end('slow_consumer')
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
      if (stream.isLive && pings > REPLAYED_KEPT_PINGS) replayed.clear()
      // A reader that is behind has something to read anyway.
      if (!stream.isEnded() && !response.writableNeedDrain) response.write(': ping\n\n')
    },
    isEnded: () => response.writableEnded || response.destroyed,
    end: reason => {
      if (stream.isEnded()) return
      queue.length = 0
      queuedBytes = 0
      const { status: code, en: message } = liveErrors[reason]
      const { retry } = streamEndings[reason]
      const ending: StreamError = { error: { code, message, details: { reason, retry } } }
      response.end(`event: error\ndata: ${JSON.stringify(ending)}\n\n`)
      // A reader that does not even read this is cut off.
      setTimeout(() => response.destroy(), LAST_WORDS_MS).unref()
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

/** Where a stream has come to: the notification, and with topics also the change. */
export function placeOf({ topics, lastNotificationId, lastChangeId }: Stream) {
  return topics.length > 0 ? `${lastNotificationId}-${lastChangeId}` : String(lastNotificationId)
}
