import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for what happens on its own, as a job does. */
export async function until(isSo: () => boolean | Promise<boolean>) {
  for (let round = 0; round < 400; round += 1) {
    if (await isSo()) return
    await sleep(25)
  }
  assert.fail('It never came to that')
}
