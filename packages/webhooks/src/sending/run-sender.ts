import { randomUUID } from 'node:crypto'
import type { WebhookHost } from '../store.ts'
import type { WebhookRow } from '../webhook.queries.ts'
import { type Lane, leaseWebhooks, releaseWebhook } from './sending.queries.ts'
import { serveWebhook } from './serve-webhook.ts'

const POLL_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** How many receivers an instance serves at a time. */
const SLOTS: Record<Lane, number> = { healthy: 8, failing: 4 }

/**
 * Sends what waits, like every other instance, but each webhook is served by one instance at a time. It has nothing to do with
 * the queue of jobs, so that no receiver can keep an email waiting.
 */
export function runSender<DB>(host: WebhookHost<DB>, pollMs = POLL_MS) {
  const lease = randomUUID()
  const served: Record<Lane, Set<Promise<void>>> = { healthy: new Set(), failing: new Set() }
  const stopped = new AbortController()
  let waitMs = pollMs
  let endPause = () => {}

  async function fill(lane: Lane) {
    const count = SLOTS[lane] - served[lane].size
    if (count <= 0) return
    const now = host.now().toISOString()
    for (const webhook of await leaseWebhooks(host.db, { lane, count, lease, now })) {
      const work = serve(webhook).finally(() => {
        served[lane].delete(work)
        endPause()
      })
      served[lane].add(work)
    }
  }

  async function serve(webhook: WebhookRow) {
    try {
      await serveWebhook(host, webhook, { lease, signal: stopped.signal })
    } catch (error) {
      host.log.error({ err: error, webhookId: webhook.id }, 'a webhook could not be served')
    } finally {
      await releaseWebhook(host.db, webhook.id, lease).catch(() => {}) // the lease ends soon
    }
  }

  function pause() {
    return new Promise<void>(resolve => {
      const timer = setTimeout(resolve, waitMs).unref()
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function rounds() {
    while (!stopped.signal.aborted) {
      try {
        await fill('healthy')
        await fill('failing')
        waitMs = pollMs
      } catch (error) {
        waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
        host.log.error({ err: error, retryInMs: waitMs }, 'webhooks could not be read')
      }
      if (!stopped.signal.aborted) await pause()
    }
  }

  const ended = rounds()
  return {
    /** Finishes what is being sent and starts nothing else. */
    stop: async () => {
      stopped.abort()
      endPause()
      await ended
      await Promise.all([...served.healthy, ...served.failing])
    },
  }
}
