import { ApiError } from '@atrium/client/api-error'

/** The user stopped the import. */
export class ImportStopped extends Error {}

/** Pauses and stops an import. */
export function createImportControl(onWaiting: (isWaiting: boolean) => void) {
  const stopping = new AbortController()
  let pause: { until: Promise<void>; end: () => void } | undefined

  return {
    untilMayGoOn: async () => {
      await pause?.until
      if (stopping.signal.aborted) throw new ImportStopped()
    },
    setWaiting: onWaiting,
    /** Ends early when the import is stopped. */
    sleep: (ms: number) =>
      new Promise<void>(resolve => {
        if (stopping.signal.aborted) return resolve()
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

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000

/** Retries a request through lost connections, busy servers and rate limits. */
export async function sendWithRetry<Reply>(
  control: ImportControl,
  send: () => Promise<Reply>,
): Promise<Reply> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
    await control.untilMayGoOn()
    try {
      const reply = await send()
      control.setWaiting(false)
      return reply
    } catch (error) {
      if (!isTemporary(error)) throw error
      control.setWaiting(true)
      await control.sleep(error.retryAfter ? error.retryAfter * 1000 : wait)
    }
  }
}

function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return status === 0 || status === 429 || status >= 500 || code === 'in_progress'
}
