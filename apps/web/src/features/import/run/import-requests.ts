import { ApiError, type ErrorBody } from '@atrium/client/api-error'
import { languageHeader } from '@atrium/ui/language'

/** The user stopped the import. */
export class ImportStopped extends Error {}

const PARALLEL = 4

/** Pause, stop and the number of requests at once, for all that runs in one import. */
export function createImportControl(onWaiting: (isWaiting: boolean) => void) {
  const stopping = new AbortController()
  const queue: (() => void)[] = []
  let atWork = 0
  let pause: { until: Promise<void>; end: () => void } | undefined

  const untilMayGoOn = async () => {
    await pause?.until
    if (stopping.signal.aborted) throw new ImportStopped()
  }
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else atWork -= 1
  }
  const enter = () => {
    if (atWork < PARALLEL) {
      atWork += 1
      return Promise.resolve()
    }
    return new Promise<void>(resolve => queue.push(resolve))
  }
  return {
    untilMayGoOn,
    setWaiting: onWaiting,
    /** First come, first served. */
    inTurn: async <Result>(work: () => Promise<Result>) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    sleep: (ms: number) =>
      new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        stopping.signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
    pause: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      pause ??= { until: promise, end: resolve }
    },
    resume: () => {
      pause?.end()
      pause = undefined
    },
    stop: () => {
      stopping.abort()
      pause?.end()
    },
  }
}

export type ImportControl = ReturnType<typeof createImportControl>

interface ImportRequest {
  method: 'POST' | 'PUT'
  path: string
  body: object
  /** The same for the same item, also after the page was closed: it is created once. */
  key: string
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Asks until there is an answer: a lost connection, a busy server or a limit are waited out. */
export async function sendWithRetry<T>(control: ImportControl, request: ImportRequest): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    await control.untilMayGoOn()
    const answer = await ask<T>(request)
    if ('body' in answer) {
      control.setWaiting(false)
      return answer.body
    }
    if (!isPassing(answer.refusal)) throw answer.refusal
    control.setWaiting(true)
    await control.sleep(answer.retryAfterMs ?? wait)
  }
}

type Answer<T> = { body: T } | { refusal: ApiError; retryAfterMs?: number }

async function ask<T>({ method, path, body, key }: ImportRequest): Promise<Answer<T>> {
  const response = await fetch(path, {
    method,
    body: JSON.stringify(body),
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...languageHeader(),
      'content-type': 'application/json',
      ...(method === 'POST' && { 'idempotency-key': key }),
    },
  }).catch(() => undefined)
  if (!response) return { refusal: new ApiError(0, 'The server did not answer') }
  const content = await response.json().catch(() => undefined)
  if (response.ok && content) return { body: content as T }
  const { code, message, details } = (content as ErrorBody | undefined)?.error ?? {
    code: response.ok ? 0 : response.status,
    message: response.statusText,
  }
  const seconds = Number(response.headers.get('retry-after'))
  return {
    refusal: new ApiError(code, message, details),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  }
}

function isPassing({ status, code }: ApiError) {
  return status === 0 || status === 429 || status >= 500 || code === 'in_progress'
}
