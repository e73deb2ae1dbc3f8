import { test } from 'node:test'
import { liveThrough } from './change-queue-days.ts'

const days = 1500

test(`the queue of changes loses and doubles nothing in ${days} days`, async () => {
  const first = Date.now() % 1_000_000
  for (let seed = first; seed < first + days; seed++) await liveThrough(seed)
})
