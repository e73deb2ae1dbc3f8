import { Redis } from 'ioredis'

const CONNECT_MS = 5000
const LONGEST_PAUSE_MS = 2000

/** Reconnects whenever it breaks. A command that cannot be sent now fails immediately instead of waiting. */
export function connectRedis(url: string, timeoutMs: number, onError: (error: Error) => void) {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: attempts => Math.min(attempts * 250, LONGEST_PAUSE_MS),
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
