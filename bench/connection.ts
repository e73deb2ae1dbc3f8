import { connect } from 'node:net'

export interface Request {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** A function if it differs each time. */
  body?: string | (() => string)
  onAnswer?: (body: string) => void
}

interface Options {
  url: string
  requests: Request[]
  /** The time at which the last request is sent, as `performance.now()` states it. */
  end: number
  onAnswer: (status: number, milliseconds: number) => void
  onLoss: () => void
}

const RECONNECT_MS = 10
const WITHOUT_BODY = [204, 304]

/**
 * Sends one request after the other over a connection. It costs half of what a full HTTP client does, which matters
 * because the load generator shares the machine with the services.
 */
export function sendRequests({ url, requests, end, onAnswer, onLoss }: Options) {
  const { hostname, port, host } = new URL(url)
  const texts = requests.map(request =>
    typeof request.body === 'function' ? undefined : encode(host, request),
  )
  return new Promise<void>((resolve, reject) => {
    let next = 0
    let isFailed = false
    const open = () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let request: Request
      let sentAt = 0
      let answer = newAnswer()
      const send = () => {
        sentAt = performance.now()
        if (sentAt >= end) return void socket.destroy()
        const place = next++ % requests.length
        request = requests[place] as Request
        answer = newAnswer()
        socket.write(texts[place] ?? encode(host, request))
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
        if (isFailed || performance.now() >= end) return resolve()
        onLoss()
        setTimeout(open, RECONNECT_MS)
      })
    }
    open()
  })
}

function encode(host: string, { method = 'GET', path, headers = {}, body = '' }: Request) {
  const text = typeof body === 'function' ? body() : body
  const length = method === 'GET' ? [] : [`content-length: ${Buffer.byteLength(text)}`]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(
    [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...lines, ...length, '', text].join('\r\n'),
  )
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
