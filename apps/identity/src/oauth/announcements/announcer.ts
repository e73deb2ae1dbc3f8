import type { TransactionalBus } from '@atrium/events/bus'
import type { Database } from '#database.ts'
import { registerAnnouncer } from './announcement.queries.ts'
import { ANSWER_OVER_MS, ANSWER_VALID_MS } from './followers.ts'

const REGISTERED_MS = 20_000
const RENEWED_MS = 10_000

/**
 * This instance as one whose answers followers rely on. It is registered in the database before it answers, so that
 * revocations also wait for it when it has been killed, restarted or cut off.
 */
export function createAnnouncer(db: Database, { instance }: TransactionalBus) {
  let registeredAt = Number.NEGATIVE_INFINITY
  let registering: Promise<void> | undefined
  let isStopped = false

  async function renew() {
    const sentAt = performance.now()
    await registerAnnouncer(db, instance, REGISTERED_MS)
    registeredAt = sentAt
  }

  return {
    /** Resolves when it is registered. */
    register: async () => {
      if (isStopped || performance.now() < registeredAt + RENEWED_MS) return
      registering ??= renew().finally(() => {
        registering = undefined
      })
      await registering
    },
    /** Returns how long followers can rely on what is read from the database after this call. */
    validMs: () => {
      const isCovered = performance.now() < registeredAt + REGISTERED_MS - ANSWER_OVER_MS
      return isCovered && !isStopped ? ANSWER_VALID_MS : 0
    },
    /** Ends the registration as soon as nobody relies on the last answer any more. */
    stop: async () => {
      isStopped = true
      if (registeredAt > Number.NEGATIVE_INFINITY) await registerAnnouncer(db, instance, ANSWER_OVER_MS)
    },
  }
}
