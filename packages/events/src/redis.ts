import { Redis } from 'ioredis'

const CONNECT_TIMEOUT_MS = 5000
const MAX_PAUSE_MS = 2000

/** Reconnects whenever it breaks. A command that cannot be sent now fails immediately instead of waiting. */
export function connectRedis(url: string, timeoutMs: number, onError: (error: Error) => void) {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: attempts => Math.min(attempts * 250, MAX_PAUSE_MS),
  })
  let isAway = false
  redis.on('error', error => {
    if (!isAway) onError(error) // once is enough: it keeps retrying
    isAway = true
  })
  redis.on('ready', () => {
    isAway = false
  })
  return redis
}

/** A request waits no longer than this for the rate limit. */
const LIMIT_TIMEOUT_MS = 500

export type SharedLimits = ReturnType<typeof connectRedis>

/** The rate limit counts here, across instances; without Redis each instance counts on its own. */
export function openSharedLimits(
  eventsUrl: string | undefined,
  onError: (error: Error) => void,
  timeoutMs = LIMIT_TIMEOUT_MS,
) {
  return eventsUrl ? connectRedis(eventsUrl, timeoutMs, onError) : undefined
}
