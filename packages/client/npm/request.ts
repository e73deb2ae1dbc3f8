import { ApiError, errorFrom } from '../src/api-error.ts'
import { addressOf, bodyOf, type RequestParts, readJson } from '../src/request-parts.ts'

/** Returns an access token; after a 401 it is called again with the token that was rejected. */
export type TokenSource = (rejected?: string) => string | Promise<string>

export interface ClientOptions {
  /** The address of the service, such as `https://tasks.example.org`. */
  url: string
  /** An access token, or a function that returns one. */
  token?: string | TokenSource
  /** The language of messages, such as `ru`; English unless stated. */
  language?: string
  /** How many milliseconds to wait for each response: 30,000 unless stated, `Infinity` to wait forever. */
  timeout?: number
  /** How many times a request is repeated if the server is busy or doesn't respond: 2 unless stated. */
  retries?: number
  /** Headers to add to every request. */
  headers?: Record<string, string>
  /** Sends a request instead of the global `fetch`. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>
}

export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal
  /** Overrides the timeout of the client. */
  timeout?: number
  /**
   * Makes a POST to the task service safe to repeat for 24 hours, also from another process: the record is created once.
   * Without it, each call has a key of its own, so that retries of the client are safe.
   */
  idempotencyKey?: string
}

export interface Route {
  method: string
  path: string
  /** Whether the reply is returned as a `Response`, not read as JSON. */
  isFile?: boolean
  /** Whether it needs no token: then the server has no one whom an idempotency key could belong to. */
  isOpen?: boolean
}

/** A request as it is sent, apart from who sends it. */
export interface Request extends CallOptions, RequestParts {
  route: Route
}

const TIMEOUT_MS = 30_000

/** Sends a request, and once more with a new token if the first one is rejected. */
export async function sendRequest(options: ClientOptions, request: Request) {
  const { token } = options
  const first = typeof token === 'function' ? await token() : token
  try {
    return await sendAs(first, options, request)
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status === 401
    if (!isRejected || typeof token !== 'function') throw error
    const renewed = await token(first)
    if (renewed === first) throw error
    return sendAs(renewed, options, request)
  }
}

async function sendAs(token: string | undefined, options: ClientOptions, request: Request) {
  const { route, signal, timeout = options.timeout ?? TIMEOUT_MS } = request
  const address = options.url.replace(/\/+$/, '') + addressOf(route, request)
  const limit = limitTime(timeout, signal)
  try {
    const init = { ...initOf(token, options, request), signal: limit.signal }
    const response = await (options.fetch ?? fetch)(address, init)
    return response.ok && route.isFile ? response : await read(response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    signal?.throwIfAborted()
    if (limit.signal.aborted) throw unanswered('The server took too long to respond', 'timeout', error)
    throw unanswered('The server is not responding', 'unreachable', error)
  } finally {
    limit.stopTimer()
    if (!route.isFile) limit.unlink()
  }
}

function initOf(token: string | undefined, options: ClientOptions, request: Request): RequestInit {
  const { route, idempotencyKey } = request
  const { body, headers } = bodyOf(request.body)
  return {
    method: route.method,
    credentials: 'omit',
    headers: {
      accept: route.isFile ? '*/*' : 'application/json',
      'accept-language': options.language ?? 'en',
      ...options.headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  }
}

async function read(response: Response) {
  const reply = await readJson(response)
  const header = (name: string) => response.headers.get(name)
  if (!response.ok) {
    throw oauthErrorFrom(response, reply) ?? errorFrom(response.status, response.statusText, reply, header)
  }
  if (reply === undefined) throw unanswered('The response is incomplete', 'incomplete')
  return reply
}

/** The token endpoint refuses in the words of RFC 6749 §5.2. */
function oauthErrorFrom({ status, headers }: Response, body: unknown) {
  const { error, error_description: text } = (body ?? {}) as { error?: unknown; error_description?: string }
  if (typeof error !== 'string') return undefined
  return new ApiError(status, text ?? error, { reason: error }, headers.get('x-request-id'))
}

export function unanswered(message: string, reason: string, cause?: unknown) {
  return Object.assign(new ApiError(0, message, { reason }), { cause })
}

/** The time runs until the reply has been read; a file can take longer to download. */
function limitTime(milliseconds: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const timer = Number.isFinite(milliseconds) ? setTimeout(() => controller.abort(), milliseconds) : undefined
  return {
    signal: controller.signal,
    stopTimer: () => clearTimeout(timer),
    unlink: () => signal?.removeEventListener('abort', abort),
  }
}
