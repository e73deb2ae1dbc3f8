import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IdParams } from '@atrium/core/schema'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const app = await createSampleApp(app => {
  app.get('/thing/:id', { config: { access: open }, schema: { params: IdParams } }, async () => ({}))
  app.get('/private', { config: { access: { rule: { token: true } } } }, async () => ({}))
  app.get('/broken', { config: { access: open } }, async () => {
    throw new Error('broken')
  })
})

for (const [url, status] of [
  ['/thing/1', 200],
  ['/%E0%A4%A', 400],
  ['/private', 401],
  ['/nowhere', 404],
  [`/thing/${'1'.repeat(501)}`, 414],
  ['/thing/x', 422],
  ['/broken', 500],
] as const) {
  test(`a ${status} response has a request id`, async () => {
    const response = await app.inject(url)
    assert.equal(response.statusCode, status)
    assert.match(String(response.headers['x-request-id']), uuid)
  })
}

test('responses to a preflight and a wrong method have a request id', async () => {
  for (const method of ['OPTIONS', 'POST'] as const) {
    const response = await app.inject({ method, url: '/thing/1' })
    assert.match(String(response.headers['x-request-id']), uuid)
  }
})

test('the request id of the client is kept', async () => {
  for (const id of ['trace-0001', 'a.b_C-9012', 'x'.repeat(64)]) {
    assert.equal((await getWithId(id)).headers['x-request-id'], id)
  }
})

test('a request id that is too short, too long or unsafe for logs is replaced', async () => {
  for (const id of ['short', 'x'.repeat(65), 'has a space', 'quote"quote', 'текст-текст']) {
    assert.match(String((await getWithId(id)).headers['x-request-id']), uuid)
  }
})

function getWithId(id: string) {
  return app.inject({ url: '/thing/1', headers: { 'x-request-id': id } })
}
