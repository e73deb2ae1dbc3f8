import { connectRedis } from './connect-redis.ts'

/** A request waits no longer than this for its place in the limit. */
const PATIENCE_MS = 500

export type SharedLimits = ReturnType<typeof connectRedis>

/** What the rate limit counts in, so that instances count together; without Redis each counts for itself. */
export function openSharedLimits(
  eventsUrl: string | undefined,
  onError: (error: Error) => void,
  patienceMs = PATIENCE_MS,
) {
  return eventsUrl ? connectRedis(eventsUrl, patienceMs, onError) : undefined
}
