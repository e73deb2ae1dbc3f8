import type { ServerResponse } from 'node:http'
import type { Actor } from '#administration/actor.ts'
import type { UserSummary } from '#administration/user.contract.ts'
import type { Topic } from './topic.ts'

const LARGEST_BACKLOG_BYTES = 256 * 1024
const LAST_WORDS_MS = 1000

/** Why a stream ends, as its last frame says it. */
const endings = {
  session_revoked: { code: 401, retry: false, message: 'The session has ended; sign in again' },
  session_expired: {
    code: 401,
    retry: true,
    message: 'The access token has expired; ask for a new stream token',
  },
  forbidden_topic: { code: 403, retry: false, message: 'You may no longer follow one of the topics' },
  slow_consumer: { code: 409, retry: true, message: 'The stream was read too slowly' },
  too_many_streams: {
    code: 409,
    retry: false,
    message: 'You have opened more than ten streams; this one was the oldest',
  },
  server_shutdown: { code: 503, retry: true, message: 'The server is restarting' },
  internal: { code: 500, retry: true, message: 'Something went wrong; open the stream again' },
} as const

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

/** One open connection. What it has been sent so far is all that it knows of the past. */
export interface Stream extends Reader {
  /** Not before its replay is sent. */
  isReady: boolean
  heartbeatSecond: number
  send: (data: string, id?: string) => void
  ping: () => void
  end: (reason: keyof typeof endings) => void
  /** When the reader has taken what was sent, or is gone. */
  untilTaken: () => Promise<void>
}

export function createStream(response: ServerResponse, reader: Reader): Stream {
  const write = (text: string) => {
    if (response.writableEnded) return
    response.write(text)
    if (response.writableLength > LARGEST_BACKLOG_BYTES) end('slow_consumer')
  }
  const end: Stream['end'] = reason => {
    if (response.writableEnded) return
    const { code, retry, message } = endings[reason]
    const error = { code, message, details: { reason, retry } }
    response.end(`event: error\ndata: ${JSON.stringify({ error })}\n\n`)
    // Whoever does not even read this is cut off.
    setTimeout(() => response.destroy(), LAST_WORDS_MS).unref()
  }
  return {
    ...reader,
    isReady: false,
    heartbeatSecond: Math.floor(Math.random() * 3600),
    send: (data, id) => write(`${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${data}\n\n`),
    ping: () => write(': ping\n\n'),
    end,
    untilTaken: async () => {
      if (!response.writableNeedDrain || response.destroyed) return
      await new Promise<void>(resolve => {
        const goOn = () => {
          response.off('drain', goOn).off('close', goOn)
          resolve()
        }
        response.on('drain', goOn).on('close', goOn)
      })
    },
  }
}

/** Where a stream has come to: the notification, and with topics also the change. */
export function placeOf({ topics, lastNotificationId, lastChangeId }: Stream) {
  return topics.length > 0 ? `${lastNotificationId}-${lastChangeId}` : String(lastNotificationId)
}
