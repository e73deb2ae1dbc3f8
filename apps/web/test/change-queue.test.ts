import { test } from 'node:test'
import { liveThrough } from './change-queue-days.ts'

const days = 12

test('changes survive outages, reloads, restarts and sign-outs: nothing is lost, doubled or shown to others', async () => {
  for (let seed = 0; seed < days; seed++) await liveThrough(seed)
})
