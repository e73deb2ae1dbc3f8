import type { Contract, PartsOf, ReplyOf } from '@atrium/core/contract'
import { ApiError, errorFrom } from './api-error.ts'
import { randomId } from './random-id.ts'
import { addressOf, bodyOf, formOf, type RequestParts, readJson } from './request-parts.ts'

export interface ClientOptions {
  /** Where the service is; without it, the page's own origin. */
  baseUrl?: string
  /** Headers of every request, such as its language. */
  headers?: () => Record<string, string>
  /** How to go on when the access token has expired; without it, a 401 is the end of the session. */
  renewSession?: () => Promise<boolean>
  /** Sends a request instead of the browser's `fetch`. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>
}

/** Calls a route by its contract. */
export type CallRoute = <C extends Contract>(contract: C, ...call: Call<C>) => Promise<ReplyOf<C>>

export interface Client extends CallRoute {
  /** Sends a body with a file; says how much of it has been sent, from 0 to 1. */
  upload: <C extends Contract>(
    contract: C,
    input: Input<C>,
    onProgress: (share: number) => void,
  ) => Promise<ReplyOf<C>>
}

/** What a contract needs from its caller. */
export type Input<C> = PartsOf<C> & Sending

interface Sending {
  signal?: AbortSignal
  /** The key of a POST that the caller repeats itself: the server creates the record once. Without it, the client repeats. */
  idempotencyKey?: string
}

/** The arguments of a call after its contract. */
export type Call<C> = object extends Input<C> ? [input?: Input<C>] : [input: Input<C>]

type AnyInput = RequestParts & Sending

const RETRY_AFTER_MS = 1000

/** Calls routes by their contracts. */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '' } = options
  const startRequest = createRenewal(options)

  async function send(contract: Contract, input: AnyInput, idempotencyKey: string | undefined) {
    const { body, headers } = bodyOf(input.body)
    const init: RequestInit = {
      method: contract.method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...options.headers?.(),
        ...headers,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
    }
    try {
      return await (options.fetch ?? fetch)(baseUrl + addressOf(contract, input), init)
    } catch (error) {
      if (input.signal?.aborted) throw error
      throw new ApiError(0, 'The server is not responding')
    }
  }

  async function request(contract: Contract, input: AnyInput, key?: string) {
    const renew = startRequest()
    let response = await send(contract, input, key)
    if (response.status === 401 && (await renew())) response = await send(contract, input, key)
    const reply = await readJson(response)
    if (!response.ok) {
      throw errorFrom(response.status, response.statusText, reply, name => response.headers.get(name))
    }
    // Cut off on the way, or sent by something between us and the server.
    if (reply === undefined) throw new ApiError(0, 'The response is incomplete')
    return reply
  }

  /** Retries once if the answer was lost; the key makes it safe. */
  async function requestOnce(contract: Contract, input: AnyInput) {
    const key = randomId()
    try {
      return await request(contract, input, key)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error
      await new Promise(resolve => setTimeout(resolve, RETRY_AFTER_MS))
      return request(contract, input, key)
    }
  }

  const call = (contract: Contract, input: AnyInput = {}) => {
    const { idempotencyKey } = input
    // A key belongs to the owner of a token. In a browser, a contract has its access rule only if it needs none.
    const hasKey = contract.method === 'POST' && contract.access?.token !== false
    if (hasKey && !idempotencyKey) return requestOnce(contract, input)
    return request(contract, input, idempotencyKey)
  }

  const upload = async (contract: Contract, input: AnyInput, onProgress: (share: number) => void) => {
    const post = () => sendWithProgress(baseUrl + addressOf(contract, input), input.body, options, onProgress)
    const renew = startRequest()
    let sent = await post()
    // A server that refuses a body in the middle of it cuts the connection, which is a status of 0.
    const mayBeSignedOut = sent.status === 401 || sent.status === 0
    if (mayBeSignedOut && (await renew().catch(() => false))) sent = await post()
    if (sent.status === 200) return sent.response
    if (sent.status === 0) throw new ApiError(0, 'The server is not responding')
    throw errorFrom(sent.status, sent.statusText, sent.response, name => sent.getResponseHeader(name))
  }

  return Object.assign(call, { upload }) as Client
}

/**
 * Requests that find the session expired at the same time wait for one renewal. One that was sent before a renewal and is
 * refused after it needs no other.
 */
function createRenewal({ renewSession }: ClientOptions) {
  let renewing: Promise<boolean> | undefined
  let renewals = 0
  const renewOnce = () => {
    renewing ??= renewSession?.()
      .then(isRenewed => {
        if (isRenewed) renewals += 1
        return isRenewed
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }
  return () => {
    const renewalsBefore = renewals
    return async () => renewals > renewalsBefore || ((await renewOnce()) ?? false)
  }
}

/** The part of XMLHttpRequest that uploads use: this code is also compiled for Node, which has none. */
interface UploadRequest {
  status: number
  statusText: string
  responseType: string
  response: unknown
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  onloadend: (() => void) | null
  open: (method: string, address: string) => void
  setRequestHeader: (name: string, value: string) => void
  getResponseHeader: (name: string) => string | null
  send: (body: FormData) => void
}

/** The one request that is no fetch: only XMLHttpRequest reports how much of a body has been sent. */
function sendWithProgress(
  address: string,
  fields: object = {},
  { headers }: ClientOptions,
  onProgress: (share: number) => void,
) {
  const { promise, resolve } = Promise.withResolvers<UploadRequest>()
  const browser = globalThis as unknown as { XMLHttpRequest: new () => UploadRequest }
  const request = new browser.XMLHttpRequest()
  request.open('POST', address)
  request.responseType = 'json'
  for (const [name, value] of Object.entries({ accept: 'application/json', ...headers?.() })) {
    request.setRequestHeader(name, value)
  }
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
  request.onloadend = () => resolve(request)
  request.send(formOf(fields))
  return promise
}
