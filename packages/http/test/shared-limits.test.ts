import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openSharedLimits } from '@atrium/events/redis'
import { startRedis } from '@atrium/testing/redis-server'
import { waitUntil } from '@atrium/testing/wait-until'
import { open } from '../src/routes/access.ts'
import { createSampleApp, sampleOptions } from './sample-app.ts'

/** Counting can take long on a busy machine. */
const PATIENCE_MS = 60_000

const redis = await startRedis()

async function startInstance(serverUrl = sampleOptions.api.serverUrl) {
  const sharedLimits = openSharedLimits(redis?.url, () => {}, PATIENCE_MS)
  after(() => sharedLimits?.disconnect())
  await waitUntil(() => sharedLimits?.status === 'ready')
  const rateLimit = { max: 2, timeWindow: '1 minute' }
  return createSampleApp(
    app => {
      app.get('/limited', { config: { access: open, rateLimit } }, async () => ({}))
    },
    { hasRateLimit: true, sharedLimits, api: { ...sampleOptions.api, serverUrl } },
  )
}

async function statusesOf(...apps: Awaited<ReturnType<typeof startInstance>>[]) {
  const statuses: number[] = []
  for (const app of apps) statuses.push((await app.inject('/limited')).statusCode)
  return statuses
}

test('instances of a service share a limit, other services do not', { skip: !redis }, async () => {
  const [one, two] = [await startInstance(), await startInstance()]
  const other = await startInstance('http://localhost:4100')
  assert.deepEqual(await statusesOf(one, two, one, two), [200, 200, 429, 429])
  assert.deepEqual(await statusesOf(other), [200])
})

test('no request is limited while Redis is down', { skip: !redis }, async () => {
  const app = await startInstance('http://localhost:4200')
  await redis?.kill()
  assert.deepEqual(await statusesOf(app, app, app), [200, 200, 200])
  await redis?.start()
  await waitUntil(async () => (await statusesOf(app)).includes(429))
})
