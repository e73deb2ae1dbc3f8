import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body } from '@atrium/core/schema'
import { Type } from 'typebox'
import type { App } from '../src/app/create-app.ts'
import { open } from '../src/routes/access.ts'
import { Conflict, Gone, NotFound, Unavailable } from './sample.errors.ts'
import { createSampleApp, listedOrigin } from './sample-app.ts'

const app = await createSampleApp(addRoutes)
const russian = { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' }

test('malformed JSON returns 400 in the common format', async () => {
  const response = await post('{"name":', 'application/json')
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json(), {
    error: {
      code: 400,
      message: 'The body is not valid JSON',
      details: { reason: 'malformed_json', kind: 'malformed-request' },
    },
  })
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
})

test('JSON that sets a prototype returns 400', async () => {
  assert.equal((await post('{"__proto__":{"isAdmin":true}}', 'application/json')).statusCode, 400)
  assert.equal((await post('{"constructor":{"prototype":{}}}', 'application/json')).statusCode, 400)
})

test('an unknown path returns 404 with the path but not the query', async () => {
  const response = await app.inject('/nowhere?token=secret')
  assert.equal(response.statusCode, 404)
  assert.deepEqual(response.json().error.details, {
    reason: 'address_not_found',
    kind: 'address-not-found',
    path: '/nowhere',
  })
})

test('a URL that cannot be decoded returns 400', async () => {
  const response = await app.inject('/%E0%A4%A')
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json().error.details, { reason: 'malformed_address', kind: 'malformed-request' })
})

test('a body over 1 MiB returns 413', async () => {
  const response = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json')
  assert.equal(response.statusCode, 413)
  assert.deepEqual(response.json().error.details, { reason: 'body_too_large', kind: 'too-large' })
})

test('a body of another type returns 415', async () => {
  for (const type of ['application/xml', 'text/plain', 'nonsense']) {
    const response = await post('name', type)
    assert.equal(response.statusCode, 415)
    assert.deepEqual(response.json().error.details, {
      reason: 'unsupported_content_type',
      kind: 'unsupported-content-type',
    })
  }
})

test('a refusal has the status, text and parameters of its code', async () => {
  const answers = {
    '/missing': [404, 'Thing not found', { reason: 'thing_not_found', kind: 'entity-not-found' }],
    '/conflict': [
      409,
      'The shelf “{odd}” already has 5 things',
      { reason: 'shelf_full', kind: 'conflict', name: '{odd}', count: 5 },
    ],
    '/gone': [410, 'The link has already been used', { reason: 'link_used', kind: 'entity-gone' }],
    '/unavailable': [
      503,
      'The mail server is not responding',
      { reason: 'mail_unavailable', kind: 'unavailable', retryAfter: 30 },
    ],
  }
  for (const [url, [code, message, details]] of Object.entries(answers)) {
    const response = await app.inject(url)
    assert.equal(response.statusCode, code)
    assert.deepEqual(response.json(), { error: { code, message, details } })
  }
  assert.equal((await app.inject('/unavailable')).headers['retry-after'], '30')
})

test('the text is in the language of the request, the code and the parameters are the same', async () => {
  const { error } = (await app.inject({ url: '/conflict', headers: russian })).json()
  const details = { reason: 'shelf_full', kind: 'conflict', name: '{odd}', count: 5 }
  assert.deepEqual(error, { code: 409, message: 'На полке «{odd}» уже 5 вещей', details })
  const unknown = (await app.inject({ url: '/no?where', headers: russian })).json()
  assert.equal(unknown.error.message, 'По адресу /no ничего нет')
  const undecodable = await app.inject({ url: '/%E0%A4%A', headers: russian })
  assert.equal(undecodable.json().error.message, 'Адрес некорректный или слишком длинный')
})

test('field errors are in the language of the request', async () => {
  const { error } = (
    await app.inject({ method: 'POST', url: '/things', headers: russian, payload: { name: 'x' } })
  ).json()
  assert.equal(error.message, 'Проверьте поля: есть ошибки')
  assert.deepEqual(error.details, {
    reason: 'validation_failed',
    kind: 'validation',
    errors: { size: ['обязательное поле'], name: ['минимум 3 символа'] },
    codes: { size: ['required'], name: ['too_short'] },
  })
})

test('without a supported language the text is in English', async () => {
  for (const headers of [{}, { 'accept-language': 'vo' }, { 'accept-language': 'en,ru;q=0.5' }]) {
    const { error } = (await app.inject({ url: '/missing', headers })).json()
    assert.equal(error.message, 'Thing not found')
  }
})

test('an error page uses the field names of the catalogue', async () => {
  const headers = { ...russian, accept: 'text/html' }
  const { body } = await app.inject({ url: '/page', headers })
  assert.match(body, /Ссылка: обязательное поле/)
  const unknown = await app.inject({ method: 'POST', url: '/form', headers, payload: { toString: '' } })
  assert.equal(unknown.statusCode, 422)
  assert.match(unknown.body, /toString: неизвестное поле/)
})

test('the Vary header contains Accept-Language', async () => {
  const headers = { ...russian, origin: listedOrigin }
  const { vary } = (await app.inject({ url: '/gone', headers })).headers
  assert.equal(vary, 'Origin, Accept-Language')
})

test('library errors are translated', async () => {
  const translating = await createSampleApp(addRoutes, {
    translateError: () => new Conflict('shelf_full', { name: 'A', count: 1 }),
  })
  const { error } = (await translating.inject('/broken')).json()
  assert.deepEqual([error.code, error.details.reason], [409, 'shelf_full'])
})

test('an unexpected error returns 500 and reveals nothing in production', async () => {
  const response = await app.inject('/broken')
  assert.equal(response.statusCode, 500)
  assert.deepEqual(response.json(), {
    error: {
      code: 500,
      message: 'Something went wrong on our side',
      details: { reason: 'internal_error', kind: 'internal' },
    },
  })
})

test('in development an error includes its stack trace and request', async () => {
  const development = await createSampleApp(addRoutes, { isDevelopment: true })
  const response = await development.inject({
    url: '/broken?token=secret',
    headers: { 'x-request-id': 'trace-0001' },
  })
  const { code, details } = response.json().error
  assert.equal(code, 500)
  assert.match(details.trace, /^Error: connection lost\n {4}at /)
  assert.deepEqual(details.request, { id: 'trace-0001', method: 'GET', path: '/broken' })
})

test('in development unknown and malformed addresses include them, too', async () => {
  const development = await createSampleApp(addRoutes, { isDevelopment: true })
  for (const url of ['/nowhere', '/%zz']) {
    const { details } = (await development.inject(url)).json().error
    assert.match(details.trace, /\n {4}at /, url)
    assert.equal(details.request.method, 'GET')
  }
  assert.equal('trace' in (await app.inject('/nowhere')).json().error.details, false)
})

function addRoutes(app: App) {
  const config = { access: open }
  const page = { access: open, isPage: true }
  const throwing = (error: Error) => async () => {
    throw error
  }
  const Thing = Body({ name: Type.String({ minLength: 3 }), size: Type.Integer() })
  const Link = Type.Object({ token: Type.String() })
  app.post('/thing', { config, schema: { body: Body({}) } }, async () => ({}))
  app.post('/things', { config, schema: { body: Thing } }, async () => ({}))
  app.get('/page', { config: page, schema: { querystring: Link } }, async () => '')
  app.post('/form', { config: page, schema: { body: Body({}) } }, async () => '')
  app.get('/missing', { config }, throwing(new NotFound('thing_not_found')))
  app.get('/conflict', { config }, throwing(new Conflict('shelf_full', { name: '{odd}', count: 5 })))
  app.get('/gone', { config }, throwing(new Gone('link_used')))
  app.get('/unavailable', { config }, throwing(new Unavailable('mail_unavailable', { retryAfter: 30 })))
  app.get('/broken', { config }, throwing(new Error('connection lost')))
}

function post(payload: string, contentType: string) {
  return app.inject({ method: 'POST', url: '/thing', headers: { 'content-type': contentType }, payload })
}
