import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, CalendarDate, Id, Instant, Nullable, OneOf } from '@atrium/core/schema'
import { type TSchema, Type } from 'typebox'
import { open } from '../src/access.ts'
import type { App } from '../src/create-app.ts'
import { anApp } from './sample-app.ts'

const text = Type.String({ trim: true, minLength: 1, maxLength: 3 })
const list = Type.Array(Type.String(), { minItems: 2, maxItems: 3, uniqueItems: true })

const messages: [schema: TSchema, value: unknown, message: string][] = [
  [Type.String(), undefined, 'is required'],
  [Type.Integer(), '5', 'must be a whole number'],
  [Type.Integer(), 1.5, 'must be a whole number'],
  [Type.Number(), '5', 'must be a number'],
  [Type.String(), 5, 'must be text'],
  [Type.String(), null, 'must be text'],
  [Type.Boolean(), 'true', 'must be true or false'],
  [list, 'a', 'must be a list'],
  [Type.Object({}), 'a', 'must be an object'],
  [CalendarDate, '31.01.2026', 'must be a date such as 2026-01-31'],
  [CalendarDate, '2026-02-30', 'must be a date such as 2026-01-31'],
  [Instant, 'yesterday', 'must be a date and time such as 2026-01-31T09:15:00Z'],
  [Type.String({ format: 'email' }), 'nobody', 'must be an email address'],
  [Type.String({ format: 'uri' }), 'somewhere', 'must be a URL'],
  [OneOf('low', 'high'), 'mid', 'must be one of: low, high'],
  [Nullable(OneOf('low', 'high')), 'mid', 'must be one of: low, high'],
  [Nullable(Type.Integer()), 'mid', 'must be a whole number'],
  [Type.Literal(true), false, 'must be true'],
  [Type.Literal(true, { errorCode: 'must be given' }), false, 'must be given'],
  [text, '', "can't be empty"],
  [text, ' \t ', "can't be empty"],
  [Type.String({ minLength: 8 }), 'short', 'must have at least 8 characters'],
  [text, 'long', 'must have at most 3 characters'],
  [Id, 0, 'must be at least 1'],
  [Type.Integer({ maximum: 9 }), 10, 'must be at most 9'],
  [list, ['a'], 'must have at least 2 entries'],
  [list, ['a', 'b', 'c', 'd'], 'must have at most 3 entries'],
  [list, ['a', 'a'], "can't contain the same entry twice"],
  [Type.Object({}, { minProperties: 1 }), {}, 'must have at least one field'],
  [Type.String({ pattern: '^[a-z]+$' }), '1', 'is not right'],
]

const app = await anApp(app => {
  for (const [index, [schema]] of messages.entries()) addRoute(app, `/message/${index}`, { field: schema })
  addRoute(app, '/two', { name: text, size: Type.Integer() })
  addRoute(app, '/nested', { owner: Type.Object({ name: text }), tags: Type.Array(text) })
  addRoute(app, '/none', {})
})

for (const [index, [, value, message]] of messages.entries()) {
  test(`${JSON.stringify(value)} is refused for it ${message}`, async () => {
    const response = await app.inject({
      method: 'POST',
      url: `/message/${index}`,
      payload: { field: value },
    })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(response.json().error, {
      code: 422,
      message: 'Validation failed',
      details: { errors: { field: [message] } },
    })
  })
}

test('every field that is not right is named at once', async () => {
  assert.deepEqual(await errorsOf('/two', { size: 'x', nmae: 'Ann' }), {
    name: ['is required'],
    size: ['must be a whole number'],
    nmae: ['is not a known field'],
  })
})

test('a field inside a field is named by its path', async () => {
  assert.deepEqual(await errorsOf('/nested', { owner: {}, tags: ['ok', 'too long'] }), {
    'owner.name': ['is required'],
    'tags.1': ['must have at most 3 characters'],
  })
})

test('a field may have the name of a method of every object', async () => {
  const unknown = ['is not a known field']
  assert.deepEqual(await errorsOf('/none', { toString: 1, constructor: 2 }), {
    toString: unknown,
    constructor: unknown,
  })
})

test('a body that is not an object is named as the body', async () => {
  assert.deepEqual(await errorsOf('/none', [1]), { body: ['must be an object'] })
})

test('text is kept without the space around it', async () => {
  const response = await app.inject({ method: 'POST', url: '/two', payload: { name: ' Ann ', size: 5 } })
  assert.deepEqual(response.json(), { name: 'Ann', size: 5 })
})

function addRoute(app: App, url: string, properties: Record<string, TSchema>) {
  const schema = { body: Body(properties) }
  app.post(url, { config: { access: open }, schema }, async request => request.body)
}

async function errorsOf(url: string, payload: object) {
  const response = await app.inject({ method: 'POST', url, payload })
  assert.equal(response.statusCode, 422)
  return response.json().error.details.errors
}
