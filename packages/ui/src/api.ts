import { ApiError, type ErrorBody } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { languageHeader } from './language.ts'

export interface Item<T> {
  item: T
}

export interface List<T> {
  items: T[]
  _meta: { total: number; page: number; limit: number; pages: number }
}

type Query = Record<string, string | number | boolean | undefined>

export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return request(withQuery(path, query), { signal })
}

const RETRY_AFTER_MS = 1000

/** An answer that was lost on the way is asked for once more; by its key the server knows that it is the same request. */
export async function post<T>(path: string, body?: object | FormData): Promise<T> {
  const { headers, ...rest } = bodyOf(body)
  const init = { method: 'POST', ...rest, headers: { ...headers, 'idempotency-key': randomId() } }
  try {
    return await request(path, init)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    await new Promise(resolve => setTimeout(resolve, RETRY_AFTER_MS))
    return request(path, init)
  }
}

export function put<T>(path: string, body: object): Promise<T> {
  return request(path, { method: 'PUT', ...bodyOf(body) })
}

export function remove<T>(path: string, query: Query = {}, body?: object): Promise<T> {
  return request(withQuery(path, query), { method: 'DELETE', ...bodyOf(body) })
}

function withQuery(path: string, query: Query) {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(present.map(([key, value]) => [key, String(value)]))
  return search.size ? `${path}?${search}` : path
}

function bodyOf(body?: object | FormData): Pick<RequestInit, 'body'> & { headers?: Record<string, string> } {
  if (!body) return {}
  if (body instanceof FormData) return { body }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

let renewing: Promise<boolean> | undefined
let renew: (() => Promise<boolean>) | undefined

/** How to go on when the access token has ended; without it, a 401 is the end of the session. */
export function renewSessionBy(way: () => Promise<boolean>) {
  renew = way
}

/** Requests that find the session ended at the same time wait for one renewal. */
export function renewOnce() {
  renewing ??= renew?.().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function request<T>(address: string, init: RequestInit): Promise<T> {
  let response = await send(address, init)
  if (response.status === 401 && (await renewOnce())) response = await send(address, init)
  const body = await readJson(response)
  if (!response.ok) throw refusal(response, body)
  // Cut off on the way, or the words of something between us and the server.
  if (body === undefined) throw new ApiError(0, 'The answer did not arrive whole')
  return body as T
}

async function send(address: string, init: RequestInit) {
  const headers = { accept: 'application/json', ...languageHeader(), ...init.headers }
  try {
    return await fetch(address, { ...init, headers, credentials: 'include' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'The server did not answer')
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function refusal(response: Response, body: unknown) {
  const requestId = response.headers.get('x-request-id')
  if (!isErrorBody(body)) return new ApiError(response.status, response.statusText, {}, requestId)
  const { code, message, details } = body.error
  return new ApiError(code, message, details, requestId)
}

// A proxy between us and the server answers in its own words.
function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as ErrorBody | undefined)?.error?.code === 'number'
}
