import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { WorkerChannel } from './worker-channel.ts'

/** How far the workers' counts may lag behind one another. */
const SHARE_MS = 100
/** A bound for the memory: callers beyond it make the workers start counting again. */
const MAX_KEYS = 50_000

type Count = [key: string, until: number, count: number]

/**
 * A store for the rate limit in which workers add up their counts. None waits for another, so a burst that several
 * workers receive within a tenth of a second can exceed a limit.
 */
export function createWorkerLimits(channel: WorkerChannel): FastifyRateLimitStoreCtor {
  const add = shareCounts(channel)

  return class WorkerLimits implements FastifyRateLimitStore {
    readonly #prefix: string

    constructor(_options: object, prefix = '') {
      this.#prefix = prefix
    }

    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ) {
      const now = Date.now()
      const until = (Math.floor(now / windowMs) + 1) * windowMs // the same in every worker
      done(null, { current: add(`${this.#prefix}${key}`, until), ttl: until - now })
    }

    child(options: object) {
      const { routeInfo } = options as { routeInfo: { method: string; url: string } }
      return new WorkerLimits({}, `${routeInfo.method} ${routeInfo.url} `)
    }
  }
}

function shareCounts(channel: WorkerChannel) {
  const counts = new Map<string, { until: number; count: number }>()
  const unshared = new Map<string, { until: number; count: number }>()

  channel.subscribe('limits', payload => {
    for (const [key, until, count] of payload as Count[]) addTo(counts, key, until, count)
  })

  function share() {
    channel.publish(
      'limits',
      Array.from(unshared, ([key, { until, count }]): Count => [key, until, count]),
    )
    unshared.clear()
  }

  return (key: string, until: number) => {
    if (unshared.size === 0) setTimeout(share, SHARE_MS).unref()
    addTo(unshared, key, until, 1)
    return addTo(counts, key, until, 1)
  }
}

function addTo(
  counts: Map<string, { until: number; count: number }>,
  key: string,
  until: number,
  count: number,
) {
  const known = counts.get(key)
  if (known && known.until > until) return known.count // a late message about an earlier window
  if (known?.until === until) {
    known.count += count
    return known.count
  }
  if (!known && counts.size >= MAX_KEYS) counts.clear()
  counts.set(key, { until, count })
  return count
}
