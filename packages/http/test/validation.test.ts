import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, CalendarDate, Id, Instant, Nullable, OneOf } from '@atrium/core/schema'
import { type TSchema, Type } from 'typebox'
import type { App } from '../src/app/create-app.ts'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const text = Type.String({ trim: true, minLength: 1, maxLength: 3 })
const list = Type.Array(Type.String(), { minItems: 2, maxItems: 3, uniqueItems: true })

const cases: [schema: TSchema, value: unknown, code: string, text: string][] = [
  [Type.String(), undefined, 'required', 'is required'],
  [Type.Integer(), '5', 'integer_expected', 'must be a whole number'],
  [Type.Integer(), 1.5, 'integer_expected', 'must be a whole number'],
  [Type.Number(), '5', 'number_expected', 'must be a number'],
  [Type.String(), 5, 'text_expected', 'must be text'],
  [Type.String(), null, 'text_expected', 'must be text'],
  [Type.Boolean(), 'true', 'boolean_expected', 'must be true or false'],
  [list, 'a', 'list_expected', 'must be a list'],
  [Type.Object({}), 'a', 'object_expected', 'must be an object'],
  [CalendarDate, '31.01.2026', 'date_expected', 'must be a date such as 2026-01-31'],
  [CalendarDate, '2026-02-30', 'date_expected', 'must be a date such as 2026-01-31'],
  [Instant, 'yesterday', 'time_expected', 'must be a date and time such as 2026-01-31T09:15:00Z'],
  [Type.String({ format: 'email' }), 'no-address', 'email_expected', 'must be an email address'],
  [Type.String({ format: 'uri' }), 'somewhere', 'url_expected', 'must be a URL'],
  [OneOf('low', 'high'), 'mid', 'one_of_expected', 'must be one of: low, high'],
  [Nullable(OneOf('low', 'high')), 'mid', 'one_of_expected', 'must be one of: low, high'],
  [Nullable(Type.Integer()), 'mid', 'integer_expected', 'must be a whole number'],
  [Type.Literal(true), false, 'value_expected', 'must be true'],
  [Type.Literal(true, { errorCode: 'does_not_exist' }), false, 'does_not_exist', 'does not exist'],
  [text, '', 'empty', "can't be empty"],
  [text, ' \t ', 'empty', "can't be empty"],
  [Type.String({ minLength: 8 }), 'short', 'too_short', 'must have at least 8 characters'],
  [text, 'long', 'too_long', 'must have at most 3 characters'],
  [Id, 0, 'too_small', 'must be at least 1'],
  [Type.Integer({ maximum: 9 }), 10, 'too_big', 'must be at most 9'],
  [list, ['a'], 'too_few', 'must have at least 2 entries'],
  [list, ['a', 'b', 'c', 'd'], 'too_many', 'must have at most 3 entries'],
  [list, ['a', 'a'], 'repeated', "can't contain the same entry twice"],
  [Type.Object({}, { minProperties: 1 }), {}, 'nothing_to_change', 'must have at least one field'],
  [Type.String({ pattern: '^[a-z]+$' }), '1', 'invalid', 'is invalid'],
]

const app = await createSampleApp(app => {
  for (const [index, [schema]] of cases.entries()) addRoute(app, `/case/${index}`, { field: schema })
  addRoute(app, '/two', { name: text, size: Type.Integer() })
  addRoute(app, '/nested', { owner: Type.Object({ name: text }), tags: Type.Array(text) })
  addRoute(app, '/none', {})
})

for (const [index, [, value, code, text]] of cases.entries()) {
  test(`${JSON.stringify(value)} is refused with ${code}: it ${text}`, async () => {
    const response = await app.inject({ method: 'POST', url: `/case/${index}`, payload: { field: value } })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(response.json().error, {
      code: 422,
      message: 'Validation failed',
      details: {
        reason: 'validation_failed',
        kind: 'validation',
        errors: { field: [text] },
        codes: { field: [code] },
      },
    })
  })
}

test('all invalid fields are reported at once', async () => {
  assert.deepEqual(await codesOf('/two', { size: 'x', nmae: 'Ann' }), {
    name: ['required'],
    size: ['integer_expected'],
    nmae: ['unknown_field'],
  })
})

test('a nested field is reported by its path', async () => {
  assert.deepEqual(await codesOf('/nested', { owner: {}, tags: ['ok', 'too long'] }), {
    'owner.name': ['required'],
    'tags.1': ['too_long'],
  })
})

test('a field can have the name of an Object method', async () => {
  const unknown = ['unknown_field']
  assert.deepEqual(await codesOf('/none', { toString: 1, constructor: 2 }), {
    toString: unknown,
    constructor: unknown,
  })
})

test('a body that is not an object is reported as the body', async () => {
  assert.deepEqual(await codesOf('/none', [1]), { body: ['object_expected'] })
})

test('surrounding whitespace is removed from text', async () => {
  const response = await app.inject({ method: 'POST', url: '/two', payload: { name: ' Ann ', size: 5 } })
  assert.deepEqual(response.json(), { name: 'Ann', size: 5 })
})

function addRoute(app: App, url: string, properties: Record<string, TSchema>) {
  const schema = { body: Body(properties) }
  app.post(url, { config: { access: open }, schema }, async request => request.body)
}

async function codesOf(url: string, payload: object) {
  const response = await app.inject({ method: 'POST', url, payload })
  assert.equal(response.statusCode, 422)
  return response.json().error.details.codes
}
