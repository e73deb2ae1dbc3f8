import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from '../src/recorded-answers.ts'

const refusal = (details?: object) => ({
  status: 409,
  body: { error: { code: 409, ...(details && { details }) } },
})

test('a changed value, a missing key, an added key and a different key order are differences', () => {
  const before = { status: 200, body: { item: { id: 1, name: 'Ann' } } }
  const item = (changed: object) => differencesOf(before, { status: 200, body: { item: changed } })
  assert.deepEqual(item({ id: 1, name: 'Ann' }), [])
  assert.deepEqual(item({ id: 2, name: 'Ann' }), ['body.item.id: 1, now 2'])
  assert.deepEqual(item({ id: 1 }), ['body.item: the keys id, name, now id'])
  assert.deepEqual(item({ id: 1, name: 'Ann', age: 9 }), ['body.item: the keys id, name, now id, name, age'])
  assert.deepEqual(item({ name: 'Ann', id: 1 }), ['body.item: the keys id, name, now name, id'])
  assert.deepEqual(differencesOf(before, undefined).length, 1)
})

test('an error can gain details, but not lose or change them', () => {
  assert.deepEqual(differencesOf(refusal(), refusal({ reason: 'last_owner' })), [])
  assert.deepEqual(differencesOf(refusal({ field: 'name' }), refusal({ reason: 'taken', field: 'name' })), [])
  assert.deepEqual(differencesOf(refusal({ field: 'name' }), refusal({ field: 'email' })).length, 1)
  assert.deepEqual(differencesOf(refusal({ field: 'name' }), refusal()).length, 1)
})
