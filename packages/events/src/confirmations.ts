import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 5000 // a connection that is cut silently is noticed after about as long
const KEPT_MS = 35_000 // longer than any transaction: one that rolls back is never confirmed

/** Counts which messages have been heard by how many instances. */
export function createConfirmations() {
  const expected = new Map<string, { missing: number; complete: () => void }>()

  return {
    count: (id: string) => {
      const waiting = expected.get(id)
      if (!waiting) return
      waiting.missing -= 1
      if (waiting.missing <= 0) waiting.complete()
    },
    expect: (id: string, listeners: number) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (listeners === 0) resolve()
      else expected.set(id, { missing: listeners, complete: resolve })
      const expiry = setTimeout(() => expected.delete(id), KEPT_MS).unref()
      return async () => {
        await Promise.race([promise, sleep(TIMEOUT_MS, undefined, { ref: false })])
        clearTimeout(expiry)
        expected.delete(id)
      }
    },
  }
}
