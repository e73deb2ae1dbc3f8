import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { defineErrors } from '@atrium/core/catalogue'
import { type Contract, endpoint, open } from '@atrium/core/contract'
import { errorsOf } from '@atrium/core/errors'
import { createLogger } from '@atrium/core/logger'
import { Body, Item, UploadedFile } from '@atrium/core/schema'
import { createApp } from '@atrium/http/app/create-app'
import { addRoute, type Handler } from '@atrium/http/routes/route'
import { longTest } from '@atrium/testing/long-test'
import { assertTypeErrors } from '@atrium/testing/type-errors'
import { Type } from 'typebox'
import { ApiError, hasCode, isLost, isRefused } from '../src/api-error.ts'
import { type ClientOptions, createClient } from '../src/client.ts'

const common = { tag: 'Things', summary: 'Test', description: 'Test.', access: open }
const Echo = Type.Object({
  name: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  tag: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  keys: Type.Optional(Type.Array(Type.String())),
})

const readThing = endpoint('readThing', 'GET /thing/:name/of/:size', {
  ...common,
  params: Type.Object({ name: Type.String(), size: Type.Integer() }),
  query: Type.Object({ tag: Type.Optional(Type.String({ minLength: 0 })) }),
  reply: Item(Echo),
})
const createThing = endpoint('createThing', 'POST /thing', {
  ...common,
  body: Body({ name: Type.String({ minLength: 2 }), size: Type.Optional(Type.Integer()) }),
  reply: Item(Echo),
  errors: ['name_taken', 'shelf_full'],
})
const setPhoto = endpoint('setPhoto', 'POST /photo', {
  ...common,
  body: Body({
    name: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer()),
    photo: UploadedFile,
  }),
  reply: Item(Echo),
})
const readSession = endpoint('readSession', 'GET /session', {
  ...common,
  reply: Item(Echo),
})
const losing = { ...common, reply: Item(Echo) } as const
const loseAnswer = endpoint('loseAnswer', 'POST /lost', { ...losing, access: { token: true } })
const loseOpenAnswer = endpoint('loseOpenAnswer', 'POST /open', { ...losing, access: open })
const loseRead = endpoint('loseRead', 'GET /lost', { ...common, reply: Item(Echo) })
const gatewayError = endpoint('gatewayError', 'GET /gateway', {
  ...common,
  produces: ['text/html'],
})
const silence = endpoint('silence', 'GET /silence', common)

const sampleErrors = defineErrors(
  language => ({
    name_taken: language === 'ru' ? 'Название {name} уже занято' : 'The name {name} is taken',
    shelf_full: 'The shelf is full',
    session_expired: 'Session expired',
  }),
  { name_taken: 409, shelf_full: 409, session_expired: 401 },
)
const { Conflict, NotAuthenticated } = errorsOf(sampleErrors)

const lostKeys: string[] = []
const openKeys: unknown[] = []
let creations = 0
const baseUrl = await startService()

test('path parameters are encoded, and absent or empty query parameters are left out', async () => {
  const api = createClient({ baseUrl })
  const params = { name: 'a/b?c#d %é', size: 5 }
  assert.deepEqual(await api(readThing, { params }), { item: { name: params.name, size: 5 } })
  const query = { tag: 'x&y=z' }
  assert.deepEqual((await api(readThing, { params, query })).item.tag, query.tag)
  assert.equal((await api(readThing, { params, query: { tag: '' } })).item.tag, undefined)
  assert.equal((await api(readThing, { params, query: { tag: undefined } })).item.tag, undefined)
})

test('a body is JSON, or a form if one of its fields is a file', async () => {
  const api = createClient({ baseUrl })
  const created = await api(createThing, { body: { name: 'Lamp', size: 5 } })
  assert.deepEqual(created.item, { name: 'Lamp', size: 5, type: 'application/json' })
  const photo = new Blob(['content'])
  const { item } = await api(setPhoto, { body: { name: undefined, size: 5, photo } })
  assert.deepEqual(item, { size: 5, type: 'multipart/form-data', content: 'content' })
})

test('every request has the configured headers', async () => {
  let language = 'ru'
  const api = createClient({ baseUrl, headers: () => ({ 'accept-language': language, 'x-session': 'new' }) })
  assert.equal((await api(readSession)).item.language, 'ru')
  language = 'en'
  assert.equal((await api(readSession)).item.language, 'en')
})

test('a refusal has its status, text, code, parameters and request id', async () => {
  const api = createClient({ baseUrl, headers: () => ({ 'accept-language': 'ru' }) })
  const error = await errorOf(api(createThing, { body: { name: 'taken' } }))
  assert.deepEqual([error.status, error.message], [409, 'Название taken уже занято'])
  assert.deepEqual(error.details, { reason: 'name_taken', kind: 'entity-already-exists', name: 'taken' })
  assert.match(error.requestId ?? '', /^[\w-]{8,}$/)
  assert.ok(isRefused(createThing, error, 'name_taken') && hasCode(error, 'name_taken'))
  assert.ok(!isRefused(createThing, error, 'shelf_full') && !isLost(error))
})

test('a 422 has its texts by field', async () => {
  const error = await errorOf(createClient({ baseUrl })(createThing, { body: { name: 'x' } }))
  assert.deepEqual([error.status, error.code], [422, 'validation_failed'])
  assert.deepEqual(error.fieldErrors, { name: ['must have at least 2 characters'] })
})

test('an error without a JSON body has its status and status text', async () => {
  const error = await errorOf(createClient({ baseUrl })(gatewayError))
  assert.deepEqual([error.status, error.message, error.details], [502, 'Bad Gateway', {}])
  assert.equal(error.retryAfter, 3)
})

test('concurrent calls with an expired session renew it once', async () => {
  const session = expiredSession()
  const api = createClient({ baseUrl, ...session.options })
  const answers = await Promise.all([api(readSession), api(readSession), api(readSession)])
  assert.equal(answers.length, 3)
  assert.equal(session.renewals(), 1, 'also for one that is refused after the renewal')
  session.expire()
  await api(readSession)
  assert.equal(session.renewals(), 2)
})

test('a session that cannot be renewed is a 401', async () => {
  for (const renewSession of [undefined, async () => false]) {
    const error = await errorOf(createClient({ baseUrl, renewSession })(readSession))
    assert.equal(error.code, 'session_expired')
  }
})

test('a POST without a response is retried once with the same idempotency key', async () => {
  const { item } = await createClient({ baseUrl })(loseAnswer)
  const [first, second, ...more] = item.keys ?? []
  assert.ok(first && first === second)
  assert.deepEqual(more, [])
  await createClient({ baseUrl })(loseAnswer).catch(() => {})
  assert.notEqual(lostKeys.at(-1), first)
})

test('a POST that needs no token has no key, and is not sent again', async () => {
  const error = await errorOf(createClient({ baseUrl })(loseOpenAnswer))
  assert.equal(error.status, 0)
  assert.deepEqual(openKeys, [undefined])
})

test('a POST with its own idempotency key is not retried', async () => {
  const idempotencyKey = 'import-1-task-7'
  const error = await errorOf(createClient({ baseUrl })(loseAnswer, { idempotencyKey }))
  assert.equal(error.status, 0)
  assert.deepEqual(
    lostKeys.filter(key => key === idempotencyKey),
    [idempotencyKey],
  )
})

test('any other request without a response fails with status 0', async () => {
  const error = await errorOf(createClient({ baseUrl })(loseRead))
  assert.deepEqual([error.status, error.code], [0, undefined])
})

test('a refused POST is not retried', async () => {
  const api = createClient({ baseUrl })
  const before = creations
  await errorOf(api(createThing, { body: { name: 'taken' } }))
  assert.equal(creations, before + 1)
})

test('a call can be aborted', async () => {
  const { signal, abort } = abortable()
  const call = createClient({ baseUrl })(silence, { signal })
  abort()
  await assert.rejects(call, { name: 'AbortError' })
})

longTest('the compiler refuses wrong fields, parameters and error codes', () => {
  assertTypeErrors(new URL('wrong-types/', import.meta.url), 'calls.ts')
})

async function startService() {
  const app = await createApp(
    {
      log: createLogger('sample', 'silent'),
      api: {
        title: 'Sample',
        description: 'For the tests.',
        version: '1',
        serverUrl: 'http://localhost',
        sessionCookies: [],
        tags: { Things: 'What the tests create.' },
      },
      isDevelopment: false,
      allowedOrigins: [],
      hasRateLimit: false,
      authenticate: async () => undefined,
      version: '1',
      dependencies: {},
      translateError: error => error,
      errors: sampleErrors,
    },
    app => {
      const route = <C extends Contract>(declared: C, handler: Handler<C, unknown>) =>
        addRoute(app, declared, { rule: declared.access }, handler, { maxFileBytes: 1000 })
      route(readThing, ({ params, query }) => ({ item: { ...params, ...query } }))
      route(createThing, ({ body, request }) => {
        creations += 1
        if (body.name === 'taken') throw new Conflict('name_taken', { name: body.name })
        return { item: { ...body, type: request.headers['content-type'] } }
      })
      route(setPhoto, async ({ body: { photo, ...fields }, request }) => {
        const type = request.headers['content-type']?.split(';')[0]
        return { item: { ...fields, type, content: await text(photo.content()) } }
      })
      route(readSession, ({ request }) => {
        if (request.headers['x-session'] !== 'new') throw new NotAuthenticated('session_expired')
        return { item: { language: request.headers['accept-language'] } }
      })
      route(loseAnswer, ({ request }) => {
        const key = String(request.headers['idempotency-key'])
        if (!lostKeys.includes(key)) request.raw.socket.destroy()
        lostKeys.push(key)
        return { item: { keys: lostKeys } }
      })
      route(loseOpenAnswer, ({ request }) => {
        request.raw.socket.destroy()
        openKeys.push(request.headers['idempotency-key'])
        return { item: {} }
      })
      route(loseRead, ({ request }) => {
        request.raw.socket.destroy()
        return { item: {} }
      })
      route(gatewayError, ({ reply }) =>
        reply.code(502).header('retry-after', 3).type('text/html').send('<h1>Bad Gateway</h1>'),
      )
      route(silence, () => new Promise(() => {}))
    },
  )
  after(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

function expiredSession() {
  let session = 'old'
  let renewals = 0
  const options: ClientOptions = {
    headers: () => ({ 'x-session': session }),
    renewSession: async () => {
      renewals += 1
      session = 'new'
      return true
    },
  }
  const expire = () => {
    session = 'old'
  }
  return { options, expire, renewals: () => renewals }
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => setTimeout(() => controller.abort(), 50) }
}

async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof ApiError)
  return error
}
