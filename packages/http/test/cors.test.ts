import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../src/routes/access.ts'
import { createSampleApp, listedOrigin } from './sample-app.ts'

const app = await createSampleApp(app => {
  app.get('/thing', { config: { access: open } }, async () => ({}))
  app.put('/thing', { config: { access: { rule: { token: true } } } }, async () => ({}))
  app.post('/introspect', { config: { access: open, noCors: true } }, async () => ({}))
})

test('a listed origin can read the response with credentials', async () => {
  const { headers } = await app.inject({ url: '/thing', headers: { origin: listedOrigin } })
  assert.equal(headers['access-control-allow-origin'], listedOrigin)
  assert.equal(headers['access-control-allow-credentials'], 'true')
  assert.equal(headers['access-control-expose-headers'], 'X-Request-Id, Retry-After')
  assert.match(String(headers.vary), /Origin/)
})

test('a listed origin can read errors', async () => {
  const { headers } = await app.inject({ url: '/nowhere', headers: { origin: listedOrigin } })
  assert.equal(headers['access-control-allow-origin'], listedOrigin)
})

test('unlisted and similar origins cannot read the response', async () => {
  for (const origin of [
    'https://evil.example',
    `${listedOrigin}.evil.example`,
    `${listedOrigin}:444`,
    'null',
  ]) {
    const response = await app.inject({ url: '/thing', headers: { origin } })
    assert.equal(response.headers['access-control-allow-origin'], undefined)
  }
})

test('a preflight needs no token for any method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { statusCode, headers } = await preflight('/thing', listedOrigin, method)
    assert.equal(statusCode, 204)
    assert.equal(headers['access-control-allow-origin'], listedOrigin)
    assert.ok(String(headers['access-control-allow-methods']).split(', ').includes(method), method)
    assert.equal(headers['access-control-allow-headers'], 'authorization, content-type')
  }
})

test('a preflight from an unlisted origin allows nothing', async () => {
  const { headers } = await preflight('/thing', 'https://evil.example', 'PUT')
  assert.equal(headers['access-control-allow-origin'], undefined)
})

test('a route can be closed to all other origins', async () => {
  const request = { method: 'POST', url: '/introspect', headers: { origin: listedOrigin } } as const
  const response = await app.inject(request)
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['access-control-allow-origin'], undefined)
  const asked = await preflight('/introspect?a=1', listedOrigin, 'POST')
  assert.equal(asked.statusCode, 204)
  assert.equal(asked.headers['access-control-allow-origin'], undefined)
})

test('a request without an origin gets the same headers, so that a cache can keep one reply for all', async () => {
  const open = corsHeaders(await app.inject('/thing'))
  assert.deepEqual(open, {
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'X-Request-Id, Retry-After',
    vary: 'Origin',
  })
  const closed = corsHeaders(await app.inject({ method: 'POST', url: '/introspect' }))
  assert.deepEqual(closed, { vary: 'Origin' })
})

test('a preflight is cached by the headers that it asks for', async () => {
  assert.deepEqual(corsHeaders(await preflight('/thing', listedOrigin, 'PUT')), {
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-origin': listedOrigin,
    'access-control-expose-headers': 'X-Request-Id, Retry-After',
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Headers',
  })
})

test('OPTIONS without an origin is handled like any other method', async () => {
  assert.equal((await app.inject({ method: 'OPTIONS', url: '/thing' })).statusCode, 204)
})

function preflight(url: string, origin: string, method: string) {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization, content-type',
  }
  return app.inject({ method: 'OPTIONS', url, headers })
}

function corsHeaders({ headers }: { headers: object }) {
  const found = Object.entries(headers).filter(([name]) => /^(access-control-|vary$)/.test(name))
  return Object.fromEntries(found.sort())
}
