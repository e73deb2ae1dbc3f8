import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, endpoint } from '@atrium/core/contract'
import type { DomainError } from '@atrium/core/errors'
import { Body, Default, Id, Item } from '@atrium/core/schema'
import { testOrigin } from '@atrium/testing/calls'
import { Type } from 'typebox'
import { type App, createApp } from '../src/app/create-app.ts'
import { operationOf } from '../src/routes/operation.ts'
import { JsonText, TextFile } from '../src/routes/replies.ts'
import { addRoute } from '../src/routes/route.ts'
import { Conflict } from './sample.errors.ts'
import { createSampleApp, needsScopeAndSelf, sampleOptions } from './sample-app.ts'

const access = needsScopeAndSelf('thing:write')
const common = { tag: 'Things', summary: 'Change a thing', description: 'Changes it.', access: access.rule }
const Thing = Type.Object({ id: Id, size: Type.Integer(), language: Type.String() })

const resizeThing = contract('resizeThing', 'PUT /thing/:id', {
  ...common,
  query: Type.Object({ mode: Default(Type.String(), 'exact') }),
  body: Body({ size: Type.Integer(), isLoud: Default(Type.Boolean(), false) }),
  reply: Item(Thing),
})
const exportThing = contract('exportThing', 'GET /thing/:id/export', {
  ...common,
  reply: Item(Thing),
  produces: ['text/csv'],
})
const openThing = endpoint('openThing', 'GET /thing/:id', {
  ...common,
})

const csv = new TextFile('thing.csv', 'text/csv; charset=utf-8', 'id\n1')
let failure: Error | undefined
const app = await createSampleApp(addThings, {
  translateError: error => (error === failure ? new Conflict('name_taken') : error),
})
const owner = { id: 1, scope: 'thing:write' }
const body = { size: 5 }
const resize = operationOf(app, resizeThing)

function addThings(app: App) {
  addRoute(app, resizeThing, access, async ({ params, query, body, actor, origin }) => {
    if (failure) throw failure
    const secret = { query, body, actor }
    return { item: { id: params.id, size: body.size, language: origin.language, secret }, secret }
  })
  addRoute(app, exportThing, access, async ({ params }) =>
    params.id === 1 ? csv : new JsonText('{"item":{}}'),
  )
  addRoute(app, openThing, access, ({ reply }) => reply.send('a page'))
}

test('a call runs the handler with the parts, and what the reply does not declare never leaves', async () => {
  const answer = await resize(owner, { params: { id: 1 }, body }, { ...testOrigin, language: 'ru' })
  assert.deepEqual(answer, { item: { id: 1, size: 5, language: 'ru' } })
  assert.deepEqual(body, { size: 5 }, 'the input stays as it was')
  const authorization = 'Bearer 1:thing:write'
  const headers = { authorization, 'accept-language': 'ru' }
  const response = await app.inject({ method: 'PUT', url: '/thing/1', payload: body, headers })
  assert.deepEqual(response.json(), answer)
})

test('a call is refused as a request is', async () => {
  const input = { params: { id: 1 }, body }
  assert.deepEqual(await refusal(resize(null, input, testOrigin)), [401, 'not_authenticated'])
  assert.deepEqual(await refusal(resize({ ...owner, scope: '' }, input, testOrigin)), [403, 'scope_required'])
  assert.deepEqual(await refusal(resize({ ...owner, id: 2 }, input, testOrigin)), [403, 'not_the_owner'])
  for (const wrong of [{ params: { id: 'one' }, body }, { params: { id: 1 }, body: { size: '5' } }, {}]) {
    assert.deepEqual(await refusal(resize(owner, wrong as never, testOrigin)), [422, 'validation_failed'])
  }
  failure = new Error('a constraint')
  assert.deepEqual(await refusal(resize(owner, input, testOrigin)), [409, 'name_taken'])
  failure = undefined
})

test('an operation that can also answer with a file sends it', async () => {
  const read = operationOf(app, exportThing)
  assert.deepEqual(await read(owner, { params: { id: 1 } }, testOrigin), csv)
  const response = await app.inject({
    url: '/thing/1/export',
    headers: { authorization: 'Bearer 1:thing:write' },
  })
  assert.equal(response.body, 'id\n1')
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(response.headers['content-disposition'], 'attachment; filename="thing.csv"')
})

test('an endpoint cannot be called without HTTP', () => {
  assert.equal(app.operations.get('openThing')?.contract, openThing)
  // @ts-expect-error The compiler refuses it, too.
  assert.throws(() => operationOf(app, openThing), /openThing cannot be called without HTTP/)
})

test('two routes with one name prevent the start', async () => {
  const addTwice = (app: App) => {
    addRoute(app, openThing, access, ({ reply }) => reply.send(''))
    addRoute(app, { ...openThing, path: '/other/:id' }, access, ({ reply }) => reply.send(''))
  }
  await assert.rejects(createApp(sampleOptions, addTwice), /two routes are called openThing/)
})

function refusal(call: Promise<unknown>) {
  return call.then(
    () => assert.fail('it was not refused'),
    ({ statusCode, code }: DomainError) => [statusCode, code],
  )
}
