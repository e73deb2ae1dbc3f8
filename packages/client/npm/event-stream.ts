import { ApiError, type ErrorBody } from '../src/api-error.ts'
import { unanswered } from './request.ts'
import { type Send, sleep } from './send.ts'

export interface StreamOptions {
  /** Boards and projects to follow, such as `['board:7', 'project:3']`. */
  topics?: readonly (`board:${number}` | `project:${number}`)[]
  /** The ID of the last message received earlier; newer ones are sent first. */
  lastEventId?: string
  /** Ends the stream. */
  signal?: AbortSignal
}

interface StreamMessage {
  /** To resume from here later. */
  id: string
  event: string
  data: unknown
}

/** One block of the stream, by field. */
interface Frame {
  id?: string
  event?: string
  data?: string
  retry?: number
}

const RECONNECT_MS = 3000
const LONGEST_PAUSE_MS = 30_000
/** The server sends a comment every 15 seconds. */
const SILENCE_MS = 45_000

/** Messages until the caller stops reading or aborts; a lost connection is opened again where it ended. */
export async function* readMessages(send: Send, options: StreamOptions = {}) {
  const { signal } = options
  const cursor = { lastEventId: options.lastEventId, retry: RECONNECT_MS, failures: 0 }
  while (!signal?.aborted) {
    try {
      yield* readConnection(send, options, cursor)
    } catch (error) {
      if (signal?.aborted) return
      if (isFinal(error)) throw error
      cursor.failures += 1
    }
    const pause = Math.min(cursor.retry * 2 ** Math.max(0, cursor.failures - 1), LONGEST_PAUSE_MS)
    await sleep(pause, signal).catch(() => {})
  }
}

function isFinal(error: unknown) {
  if (!(error instanceof ApiError)) return true
  if (typeof error.details.retry === 'boolean') return !error.details.retry
  return error.status >= 400 && error.status < 500 && error.status !== 429
}

interface Cursor {
  lastEventId: string | undefined
  retry: number
  failures: number
}

async function* readConnection(send: Send, { topics, signal }: StreamOptions, cursor: Cursor) {
  const connection = new AbortController()
  const close = () => connection.abort()
  signal?.addEventListener('abort', close, { once: true })
  try {
    const body = await openConnection(send, topics, cursor.lastEventId, connection.signal)
    for await (const frame of readFrames(body, connection)) {
      cursor.failures = 0
      cursor.lastEventId = frame.id ?? cursor.lastEventId
      cursor.retry = frame.retry ?? cursor.retry
      if (frame.event === 'error') throw endOf(frame.data)
      const message = messageOf(frame, cursor.lastEventId)
      if (message) yield message
    }
  } finally {
    signal?.removeEventListener('abort', close)
    connection.abort()
  }
}

/** Each connection has a token of its own, which the access token pays for. */
async function openConnection(
  send: Send,
  topics: StreamOptions['topics'],
  lastEventId: string | undefined,
  signal: AbortSignal,
) {
  const { token } = (await send({ method: 'GET', path: '/events/token' }, { signal })) as { token: string }
  const query = { token, topics: topics?.join(','), lastEventId }
  const response = (await send(
    { method: 'GET', path: '/events', isFile: true },
    { query, signal },
  )) as Response
  if (!response.body) throw unanswered('The response is incomplete', 'incomplete')
  return response.body
}

/** The blocks of a stream. One that is silent for too long is lost, although nobody has closed it. */
async function* readFrames(body: ReadableStream<Uint8Array>, connection: AbortController) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (true) {
      timer = setTimeout(() => connection.abort(), SILENCE_MS)
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw unanswered('The connection was lost', 'unreachable', error)
      })
      clearTimeout(timer)
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      yield* blocks.map(frameOf)
    }
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => {})
  }
}

function frameOf(block: string): Frame {
  const fields = block.split(/\r?\n/).map(line => line.match(/^(\w+)(?:: ?(.*))?$/) ?? [])
  const valuesOf = (name: string) => fields.flatMap(([, key, value = '']) => (key === name ? [value] : []))
  const data = valuesOf('data')
  return {
    id: valuesOf('id').at(-1),
    event: valuesOf('event').at(-1),
    data: data.length > 0 ? data.join('\n') : undefined,
    retry: Number(valuesOf('retry').at(-1)) || undefined,
  }
}

function messageOf({ data }: Frame, id = ''): StreamMessage | undefined {
  const { event, data: content } = JSON.parse(data ?? '{}') as Partial<StreamMessage>
  // An event that only says where the stream is has no content.
  return event === undefined ? undefined : { id, event, data: content }
}

function endOf(data = '{}') {
  const { error } = JSON.parse(data) as Partial<ErrorBody>
  return new ApiError(error?.code ?? 0, error?.message ?? 'The stream has ended', error?.details)
}
