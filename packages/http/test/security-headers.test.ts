import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../src/app/create-app.ts'
import { open } from '../src/routes/access.ts'
import { createSampleApp, sampleOptions } from './sample-app.ts'

test('every response has the security headers, including errors', async () => {
  const app = await createSampleApp(addRoutes)
  for (const url of ['/thing', '/nowhere', '/broken']) {
    const { headers } = await app.inject(url)
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cross-origin-resource-policy'], 'same-site')
    assert.equal(headers['x-powered-by'], undefined)
  }
})

test('responses are not cached unless the route allows it', async () => {
  const app = await createSampleApp(addRoutes)
  assert.equal((await app.inject('/thing')).headers['cache-control'], 'no-store')
  assert.equal((await app.inject('/cached')).headers['cache-control'], 'public, max-age=300')
})

test('only a service with an https URL sends HSTS', async () => {
  const plain = await createSampleApp(addRoutes)
  assert.equal((await plain.inject('/thing')).headers['strict-transport-security'], undefined)
  const api = { ...sampleOptions.api, serverUrl: 'https://id.example.org' }
  const secure = await createSampleApp(addRoutes, { api })
  assert.match(String((await secure.inject('/thing')).headers['strict-transport-security']), /^max-age=\d+/)
})

function addRoutes(app: App) {
  app.get('/thing', { config: { access: open } }, async () => ({}))
  app.get('/cached', { config: { access: open } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({}),
  )
  app.get('/broken', { config: { access: open } }, async () => {
    throw new Error('broken')
  })
}
