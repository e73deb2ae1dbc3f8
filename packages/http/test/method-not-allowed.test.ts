import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const config = { access: open }
const app = await createSampleApp(async app => {
  app.get('/read', { config }, async () => ({}))
  app.post('/write', { config }, async () => ({}))
  app.get('/thing/:id', { config }, async () => ({}))
  app.put('/thing/:id', { config }, async () => ({}))
  app.get('/closed', { config: { access: { rule: { token: true } } } }, async () => ({}))
  await app.register(async inner => {
    inner.delete('/inner', { config }, async () => ({}))
  })
})

for (const [method, url, allow] of [
  ['POST', '/read', 'GET, HEAD'],
  ['GET', '/write', 'POST'],
  ['HEAD', '/write', 'POST'],
  ['DELETE', '/thing/5', 'GET, HEAD, PUT'],
  ['PATCH', '/thing/5/', 'GET, HEAD, PUT'],
  ['GET', '/inner', 'DELETE'],
  ['POST', '/closed', 'GET, HEAD'],
] as const) {
  test(`${method} ${url} returns 405 and allows ${allow}`, async () => {
    const response = await app.inject({ method, url })
    assert.equal(response.statusCode, 405)
    assert.equal(response.headers.allow, allow)
  })
}

test('a wrong method is refused in the common format', async () => {
  const response = await app.inject({ method: 'PUT', url: '/write' })
  const details = { reason: 'method_not_allowed', kind: 'method-not-allowed', method: 'PUT', allowed: 'POST' }
  const message = 'PUT is not supported here; use POST'
  assert.deepEqual(response.json(), { error: { code: 405, message, details } })
})

test('HEAD works on every GET route, without a body', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/read' })
  assert.deepEqual([response.statusCode, response.body], [200, ''])
})
