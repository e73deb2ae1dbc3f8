import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../src/access.ts'
import { anApp } from './sample-app.ts'

test('a service that runs is healthy, and ready when what it needs answers', async () => {
  const app = await anApp(() => {})
  for (const url of ['/healthz', '/readyz']) {
    const response = await app.inject(url)
    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ok' }])
  }
})

test('a service without its database is healthy but not ready', async () => {
  const checkReady = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.5:5432')
  }
  const app = await anApp(() => {}, { checkReady })
  assert.equal((await app.inject('/healthz')).statusCode, 200)
  const response = await app.inject('/readyz')
  assert.equal(response.statusCode, 503)
  assert.equal(response.headers['retry-after'], '5')
  const message = 'The service is not ready: its database does not answer'
  assert.deepEqual(response.json(), { error: { code: 503, message } })
})

test('the metrics count requests by route, not by address', async () => {
  const app = await anApp(app => {
    app.get('/thing/:id', { config: { access: open } }, async () => ({}))
  })
  for (const url of ['/thing/1', '/thing/2', '/nowhere/1']) await app.inject(url)
  const response = await app.inject('/metrics')
  assert.match(String(response.headers['content-type']), /^text\/plain/)
  const counts = response.body
    .split('\n')
    .filter(line => line.startsWith('http_request_duration_seconds_count'))
  assert.deepEqual(counts, [
    'http_request_duration_seconds_count{method="GET",route="/thing/:id",status="200"} 2',
    'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
  ])
  assert.match(response.body, /^process_resident_memory_bytes \d+/m)
})
