import { ApiError } from '../src/api-error.ts'
import { randomId } from '../src/random-id.ts'
import type { RequestParts } from '../src/request-parts.ts'
import { type CallOptions, type ClientOptions, type Route, sendRequest } from './request.ts'

export type Send = (route: Route, input: RequestParts & CallOptions) => Promise<unknown>

const RETRIES = 2
const FIRST_PAUSE_MS = 500
/** If the server asks for a longer wait, the caller has to decide. */
const LONGEST_PAUSE_MS = 60_000

/** Sends requests, and repeats a POST whose answer was lost: its key tells the service that it is the same one. */
export function createSend(options: ClientOptions): Send {
  const { retries = RETRIES } = options
  return async (route, input) => {
    const hasKey = route.method === 'POST' && !route.isOpen
    const request = {
      ...input,
      route,
      idempotencyKey: hasKey ? (input.idempotencyKey ?? randomId()) : undefined,
    }
    const canRepeat = route.method === 'GET' || hasKey
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendRequest(options, request)
      } catch (error) {
        if (attempt === retries) throw error
        await sleep(pauseAfter(error, attempt, canRepeat), input.signal)
      }
    }
  }
}

/** How long to wait before the next attempt; throws the error if another one makes no sense. */
function pauseAfter(error: unknown, attempt: number, canRepeat: boolean) {
  if (!(error instanceof ApiError)) throw error
  const isRefused = [429, 503].includes(error.status) || error.code === 'in_progress'
  const isLost = error.status === 0 && canRepeat
  const pause = error.retryAfter ? error.retryAfter * 1000 : FIRST_PAUSE_MS * 2 ** attempt
  if (!(isRefused || isLost) || pause > LONGEST_PAUSE_MS) throw error
  return pause
}

/** Rejects when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()

    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
  })
}
