import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus, Message } from '@atrium/events/bus'
import type { SharedEvent } from '#events.ts'

/** A request of a follower waits no longer than this. */
const LONGEST_WAIT_MS = 1000
/** A follower relies on an answer for this long: it misses a few of them before it notices that it hears nothing. */
export const ANSWER_VALID_MS = 3000
/** After this long no follower relies on an answer any more, even if its clock is a little slow. */
export const ANSWER_OVER_MS = ANSWER_VALID_MS + 100

/** A change as every instance hears it, with the transaction that announced it. */
export type AnnouncedMessage = Message<SharedEvent> & { xid?: string }

interface Follower {
  /** The snapshot up to which it has heard everything. */
  cursor: string | undefined
  /** When the newest answer to it was read from the database. */
  readAt: number
}

/**
 * The followers that ask this instance. A change counts as heard when each of them has heard it, or no longer relies on
 * what it heard before: only then is the request answered that made the change.
 */
export function createFollowers(bus: Bus) {
  const followers = new Map<string, Follower>()
  const waiting = new Set<() => void>()
  const expected = new Set<() => void>()
  let isStopped = false

  bus.onMessage(message => {
    const { name, xid } = message as AnnouncedMessage
    if (name !== 'TokensRevoked' && name !== 'RightsChanged') return undefined
    wakeAll()
    return xid === undefined ? undefined : untilHeard(BigInt(xid))
  })
  bus.onGap(wakeAll)

  function wakeAll() {
    for (const wake of waiting) wake()
  }

  async function untilHeard(xid: bigint) {
    for (;;) {
      const deadlines = [...followers.values()]
        .filter(({ cursor }) => cursor === undefined || !isVisible(xid, cursor))
        .map(({ readAt }) => readAt + ANSWER_OVER_MS)
      const remaining = Math.max(0, ...deadlines) - performance.now()
      if (remaining <= 0) return
      await untilNextRequest(remaining)
    }
  }

  async function untilNextRequest(ms: number) {
    const stopped = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    expected.add(resolve)
    await Promise.race([promise, sleep(ms, undefined, { signal: stopped.signal }).catch(() => {})])
    expected.delete(resolve)
    stopped.abort()
  }

  return {
    /** A request: everything up to its cursor has been heard. */
    arrive: (id: string, cursor: string | undefined) => {
      const now = performance.now()
      for (const [other, { readAt }] of followers) if (readAt + ANSWER_OVER_MS < now) followers.delete(other)
      const known = followers.get(id)
      if (known) known.cursor = cursor
      for (const check of expected) check()
    },
    /** Before the database is read for an answer. */
    read: (id: string, cursor: string | undefined) => {
      followers.set(id, { cursor, readAt: performance.now() })
    },
    /** Resolves when something is announced, or after a second. */
    join: () =>
      new Promise<void>(resolve => {
        if (isStopped) return resolve()
        const timer = setTimeout(wake, LONGEST_WAIT_MS)
        function wake() {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      }),
    stop: () => {
      isStopped = true
      wakeAll()
    },
  }
}

/** Whether a snapshot `xmin:xmax:xip,…` shows what the transaction has written; PostgreSQL's pg_visible_in_snapshot. */
function isVisible(xid: bigint, snapshot: string) {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':')
  if (xid < BigInt(xmin)) return true
  return xid < BigInt(xmax) && !running.split(',').includes(String(xid))
}
