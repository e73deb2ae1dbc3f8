import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict, EntityAlreadyExists, EntityNotFound, Gone, Unavailable } from '@atrium/core/errors'
import { Body } from '@atrium/core/schema'
import { open } from '../src/access.ts'
import type { App } from '../src/create-app.ts'
import { anApp } from './sample-app.ts'

const app = await anApp(app => void addRoutes(app))

test('broken JSON is 400 in the common shape', async () => {
  const response = await post('{"name":', 'application/json')
  assert.equal(response.statusCode, 400)
  assert.deepEqual(Object.keys(response.json()), ['error'])
  assert.deepEqual(Object.keys(response.json().error), ['code', 'message'])
  assert.equal(response.json().error.code, 400)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
})

test('JSON that reaches for a prototype is 400', async () => {
  assert.equal((await post('{"__proto__":{"isAdmin":true}}', 'application/json')).statusCode, 400)
  assert.equal((await post('{"constructor":{"prototype":{}}}', 'application/json')).statusCode, 400)
})

test('an unknown address is 404 and names it without its query', async () => {
  const response = await app.inject('/nowhere?token=secret')
  assert.deepEqual(response.json(), { error: { code: 404, message: 'Nothing found at /nowhere' } })
  assert.equal(response.statusCode, 404)
})

test('an address that cannot be decoded is 400 in the common shape', async () => {
  const response = await app.inject('/%E0%A4%A')
  assert.deepEqual(response.json(), { error: { code: 400, message: 'The address is malformed or too long' } })
})

test('a body over a mebibyte is 413', async () => {
  const response = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json')
  assert.deepEqual(response.json(), { error: { code: 413, message: 'The body is too large' } })
})

test('a body of another type is 415', async () => {
  for (const type of ['application/xml', 'text/plain', 'nonsense']) {
    const response = await post('name', type)
    const message = 'Send the body as JSON, as a form or as multipart'
    assert.deepEqual(response.json(), { error: { code: 415, message } })
    assert.equal(response.statusCode, 415)
  }
})

test('what a verb refuses is answered with its own status, sentence and details', async () => {
  const answers = {
    '/missing': [404, 'Role was not found', undefined],
    '/duplicate': [409, 'Role with this name already exists', { field: 'name' }],
    '/conflict': [409, 'The project is archived', { projectId: 5 }],
    '/gone': [410, 'The link is used', undefined],
    '/unavailable': [503, 'The mail server does not answer', undefined],
  }
  for (const [url, [code, message, details]] of Object.entries(answers)) {
    const response = await app.inject(url)
    assert.equal(response.statusCode, code)
    assert.deepEqual(response.json(), { error: { code, message, ...(details ? { details } : {}) } })
  }
  assert.equal((await app.inject('/unavailable')).headers['retry-after'], '30')
})

test('what a library throws is answered as what it means', async () => {
  const translating = await anApp(app => void addRoutes(app), {
    translateError: () => new Conflict('In use'),
  })
  assert.equal((await translating.inject('/broken')).statusCode, 409)
})

test('a failure of ours is 500 and in production tells nothing about itself', async () => {
  const response = await app.inject('/broken')
  assert.equal(response.statusCode, 500)
  assert.deepEqual(response.json(), { error: { code: 500, message: 'Something went wrong on our side' } })
})

test('in development an error also tells its trace and its request', async () => {
  const development = await anApp(app => void addRoutes(app), { isDevelopment: true })
  const response = await development.inject({
    url: '/broken?token=secret',
    headers: { 'x-request-id': 'trace-0001' },
  })
  const { code, details } = response.json().error
  assert.equal(code, 500)
  assert.match(details.trace, /^Error: the cable is out\n {4}at /)
  assert.deepEqual(details.request, { id: 'trace-0001', method: 'GET', path: '/broken' })
})

function addRoutes(app: App) {
  const config = { access: open }
  const refuseWith = (error: Error) => async () => {
    throw error
  }
  app.post('/thing', { config, schema: { body: Body({}) } }, async () => ({}))
  app.get('/missing', { config }, refuseWith(new EntityNotFound('Role')))
  app.get('/duplicate', { config }, refuseWith(new EntityAlreadyExists('Role', 'name')))
  app.get('/conflict', { config }, refuseWith(new Conflict('The project is archived', { projectId: 5 })))
  app.get('/gone', { config }, refuseWith(new Gone('The link is used')))
  app.get('/unavailable', { config }, refuseWith(new Unavailable('The mail server does not answer', 30)))
  app.get('/broken', { config }, refuseWith(new Error('the cable is out')))
}

function post(payload: string, contentType: string) {
  return app.inject({ method: 'POST', url: '/thing', headers: { 'content-type': contentType }, payload })
}
