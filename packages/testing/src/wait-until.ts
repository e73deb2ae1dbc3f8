import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Generous, because a busy machine is slow. */
const TIMEOUT_MS = 120_000

/** Waits for what happens on its own, as a job does. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) assert.fail(`It never came to that: ${isSo}`)
    await sleep(25)
  }
}
