import type { Target } from './telemetry-settings.ts'

const MAX_QUEUED = 2048
const MAX_BATCH = 512
const FINAL_TIMEOUT_MS = 2000

export type Value = string | number | boolean

interface ExporterOptions {
  target: Target
  delayMs: number
  /** Puts records into the body of a request. */
  bodyOf: (records: object[]) => object
  onError: (error: Error) => void
}

/**
 * Sends records in batches. They are not worth delaying anything for: beyond a queue of moderate length, and while the
 * collector cannot be reached, they are lost.
 */
export function createExporter({ target, delayMs, bodyOf, onError }: ExporterOptions) {
  let queue: object[] = []
  let sending = Promise.resolve()
  let isFailing = false

  async function send(records: object[], timeoutMs: number) {
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: { ...target.headers, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(records)),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector answered ${response.status}`)
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error as Error)
      isFailing = true
    }
  }

  function flush(timeoutMs = target.timeoutMs) {
    const records = queue
    queue = []
    for (let at = 0; at < records.length; at += MAX_BATCH) {
      const batch = records.slice(at, at + MAX_BATCH)
      sending = sending.then(() => send(batch, timeoutMs))
    }
    return sending
  }

  const timer = setInterval(() => void flush(), delayMs)
  timer.unref()

  return {
    add: (record: object) => {
      if (queue.length < MAX_QUEUED) queue.push(record)
    },
    close: async () => {
      clearInterval(timer)
      await flush(Math.min(FINAL_TIMEOUT_MS, target.timeoutMs))
    },
  }
}

/** Writes attributes in the JSON of OTLP. */
export function attributesOf(values: Record<string, Value | undefined>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typedValue(value) }],
  )
}

function typedValue(value: Value) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

export function nanoseconds(at = performance.timeOrigin + performance.now()) {
  return String(BigInt(Math.round(at * 1000)) * 1000n)
}
