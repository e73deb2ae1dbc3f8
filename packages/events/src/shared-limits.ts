import { connectRedis } from './connect-redis.ts'

/** A request waits no longer than this for the rate limit. */
const TIMEOUT_MS = 500

export type SharedLimits = ReturnType<typeof connectRedis>

/** The rate limit counts here, across instances; without Redis each instance counts on its own. */
export function openSharedLimits(
  eventsUrl: string | undefined,
  onError: (error: Error) => void,
  timeoutMs = TIMEOUT_MS,
) {
  return eventsUrl ? connectRedis(eventsUrl, timeoutMs, onError) : undefined
}
