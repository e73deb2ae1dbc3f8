import type { Database } from '#database.ts'
import type { ChangeNotice } from './change-notice.ts'
import { listRecentChanges, listRecentlyNotified } from './replay.queries.ts'

/** Longer than the time in which changes are found again. */
const KEPT_MS = 60_000

/**
 * Finds what was committed but never announced, because its instance was killed in between: recent changes are compared
 * with those that instances have announced.
 */
export function createUnannounced(db: Database, deliver: (notice: ChangeNotice) => void) {
  /** The time at which each change was announced, in that order. */
  const announced = new Map<number, number>()

  function remember(changes: ChangeNotice['changes']) {
    const now = performance.now()
    for (const { id } of changes) announced.set(id, now)
    for (const [id, at] of announced) {
      if (at > now - KEPT_MS) break
      announced.delete(id)
    }
  }

  return {
    /** Leaves out what has been found before its announcement arrived. */
    announce(notice: ChangeNotice) {
      const changes = notice.changes.filter(({ id }) => !announced.has(id))
      remember(changes)
      deliver({ ...notice, changes })
    },
    async find() {
      const [recent, users] = await Promise.all([listRecentChanges(db), listRecentlyNotified(db)])
      const changes = recent.filter(({ id }) => !announced.has(id))
      remember(changes)
      // Notifications that a stream has already sent are not sent again.
      deliver({ users, changes })
    },
  }
}
