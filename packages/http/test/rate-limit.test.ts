import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../src/app/create-app.ts'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const rateLimit = { max: 2, timeWindow: '1 minute' }

test('a caller over the limit gets a retry time', async () => {
  const app = await createSampleApp(addRoutes, { hasRateLimit: true })
  assert.deepEqual(await statusesOf(app, '/limited'), [200, 200, 429])
  const response = await app.inject('/limited')
  const seconds = Number(response.headers['retry-after'])
  assert.deepEqual(response.json().error.details, {
    reason: 'rate_limited',
    kind: 'too-many-requests',
    retryAfter: seconds,
  })
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After is ${seconds}`)
})

test('other IP addresses are not limited', async () => {
  const app = await createSampleApp(addRoutes, { hasRateLimit: true })
  assert.deepEqual(await statusesOf(app, '/limited'), [200, 200, 429])
  const response = await app.inject({ url: '/limited', remoteAddress: '192.0.2.9' })
  assert.equal(response.statusCode, 200)
})

test('requests with invalid tokens are counted', async () => {
  const app = await createSampleApp(addRoutes, { hasRateLimit: true })
  assert.deepEqual(await statusesOf(app, '/private'), [401, 401, 429])
})

test('without a rate limit no request is refused', async () => {
  const app = await createSampleApp(addRoutes, { hasRateLimit: false })
  assert.deepEqual(await statusesOf(app, '/limited'), [200, 200, 200])
})

function addRoutes(app: App) {
  app.get('/limited', { config: { access: open, rateLimit } }, async () => ({}))
  app.get('/private', { config: { access: { rule: { token: true } }, rateLimit } }, async () => ({}))
}

async function statusesOf(app: App, url: string) {
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1) statuses.push((await app.inject(url)).statusCode)
  return statuses
}
