import { test } from 'node:test'
import { runOutboxLoad } from './outbox-load.ts'

test('under load for a minute every event arrives once and in order, and none is held back', async t => {
  const count = await runOutboxLoad({ seconds: 60 })
  t.diagnostic(`${count} events`)
})
