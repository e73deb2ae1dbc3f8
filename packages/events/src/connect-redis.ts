import { Redis } from 'ioredis'

const CONNECT_MS = 5000
const LONGEST_PAUSE_MS = 2000

/** Made anew whenever it breaks. A command that cannot go out now fails at once instead of waiting until it can. */
export function connectRedis(url: string, patienceMs: number, onError: (error: Error) => void) {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: patienceMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: attempts => Math.min(attempts * 250, LONGEST_PAUSE_MS),
  })
  let isAway = false
  redis.on('error', error => {
    if (!isAway) onError(error) // once is enough: it tries again and again
    isAway = true
  })
  redis.on('ready', () => {
    isAway = false
  })
  return redis
}
