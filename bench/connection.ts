import { connect } from 'node:net'
import { randomId } from '@atrium/client/random-id'

export interface Request {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** Whether it has an Idempotency-Key, a new one each time. */
  hasKey?: boolean
  /** A function if it differs each time. */
  body?: string | (() => string)
  onAnswer?: (body: string) => void
}

interface Options {
  url: string
  requests: Request[]
  /** Whether the last request has been sent. */
  isOver: () => boolean
  onAnswer: (status: number, milliseconds: number) => void
  onLoss: () => void
}

const RECONNECT_MS = 10
const WITHOUT_BODY = [204, 304]

/**
 * Sends one request after the other over a connection. It costs half of what a full HTTP client does, which matters
 * because the load generator shares the machine with the services.
 */
export function sendRequests({ url, requests, isOver, onAnswer, onLoss }: Options) {
  const { hostname, port, host } = new URL(url)
  const encoders = requests.map(request => encoderOf(host, request))
  return new Promise<void>((resolve, reject) => {
    let next = 0
    let isFailed = false
    const open = () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let request: Request
      let sentAt = 0
      let answer = newAnswer()
      const send = () => {
        if (isOver()) return void socket.destroy()
        sentAt = performance.now()
        const place = next++ % requests.length
        request = requests[place] as Request
        answer = newAnswer()
        socket.write((encoders[place] as () => Buffer)())
      }
      socket.on('connect', send)
      socket.on('data', chunk => {
        try {
          if (!addChunk(answer, chunk)) return
          onAnswer(answer.status, performance.now() - sentAt)
          request.onAnswer?.(Buffer.concat(answer.chunks).toString('utf8', answer.headLength))
          send()
        } catch (error) {
          isFailed = true
          reject(error)
          socket.destroy()
        }
      })
      socket.on('error', () => {}) // is closed, too
      socket.on('close', () => {
        if (isFailed || isOver()) return resolve()
        onLoss()
        setTimeout(open, RECONNECT_MS)
      })
    }
    open()
  })
}

/** What stays the same is encoded once. */
function encoderOf(host: string, request: Request): () => Buffer {
  const { method = 'GET', path, headers = {}, hasKey, body = '' } = request
  if (typeof body === 'function') return () => encoderOf(host, { ...request, body: body() })()
  const lines = Object.entries({
    host,
    ...headers,
    ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}`)
  const start = [`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')
  const end = `\r\n\r\n${body}`
  if (!hasKey) {
    const whole = Buffer.from(start + end)
    return () => whole
  }
  const beforeKey = Buffer.from(`${start}\r\nidempotency-key: `)
  const afterKey = Buffer.from(end)
  return () => Buffer.concat([beforeKey, Buffer.from(randomId()), afterKey])
}

interface Answer {
  chunks: Buffer[]
  received: number
  status: number
  headLength: number
  /** Of head and body, as soon as it is known. */
  length: number | undefined
}

function newAnswer(): Answer {
  return { chunks: [], received: 0, status: 0, headLength: 0, length: undefined }
}

/** Returns whether the answer is complete. */
function addChunk(answer: Answer, chunk: Buffer) {
  answer.chunks.push(chunk)
  answer.received += chunk.length
  if (answer.length === undefined) readHead(answer)
  return answer.length !== undefined && answer.received >= answer.length
}

function readHead(answer: Answer) {
  const [first] = answer.chunks
  const received = first && answer.chunks.length === 1 ? first : Buffer.concat(answer.chunks)
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return
  const head = received.toString('latin1', 0, end)
  answer.status = Number(head.slice(9, 12))
  answer.headLength = end + 4
  const [, length] = head.match(/\r\ncontent-length: (\d+)/i) ?? []
  if (!length && !WITHOUT_BODY.includes(answer.status))
    throw new Error(`The length of an answer is unknown: ${head.slice(0, 200)}`)
  answer.length = answer.headLength + (WITHOUT_BODY.includes(answer.status) ? 0 : Number(length))
}
