import type { ServerResponse } from 'node:http'
import type { UserSummary } from '#administration/user.schema.ts'
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

type Ending = keyof typeof endings

/** One open connection. What it has been sent so far is all that it knows of the past. */
export interface Stream {
  userId: number
  user: UserSummary
  topics: Topic[]
  session: { accessToken: string; digest: string; expiresAt: number; checkedAt: number }
  /** The newest that it has been sent; nothing is sent before its replay is. */
  lastNotificationId: number
  lastChangeId: number
  isReady: boolean
  send: (frame: { id?: string; data: object }) => void
  ping: () => void
  end: (reason: Ending) => void
}

export function createStream(
  response: ServerResponse,
  about: Omit<Stream, 'isReady' | 'send' | 'ping' | 'end'>,
): Stream {
  const write = (text: string) => {
    if (response.writableEnded) return
    response.write(text)
    if (response.writableLength > LARGEST_BACKLOG_BYTES) end('slow_consumer')
  }
  const end = (reason: Ending) => {
    if (response.writableEnded) return
    const { code, retry, message } = endings[reason]
    const error = { code, message, details: { reason, retry } }
    response.end(`event: error\ndata: ${JSON.stringify({ error })}\n\n`)
    // Whoever does not even read this is cut off.
    setTimeout(() => response.destroy(), LAST_WORDS_MS).unref()
  }
  return {
    ...about,
    isReady: false,
    send: ({ id, data }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(data)}\n\n`),
    ping: () => write(': ping\n\n'),
    end,
  }
}
