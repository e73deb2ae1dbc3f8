import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@atrium/client/api-error'
import { errorKind } from '../src/feedback/error-kind.ts'
import { fileSize } from '../src/files.ts'
import { fullName } from '../src/format.ts'
import { readFormErrors } from '../src/forms/form-errors.ts'

const invalid = (errors: Record<string, string[]>) => new ApiError(422, 'Validation failed', { errors })

test('messages of a refused form go to its fields, those of others to the form as a whole', () => {
  const error = invalid({ name: ['is required', 'is too short'], projectId: ['is unknown'] })
  assert.deepEqual(readFormErrors(error, { fields: ['name'] }), {
    fields: { name: 'is required is too short' },
    message: 'projectId: is unknown',
  })
})

test('a field may have another name in the form than in the request', () => {
  const error = invalid({ estimateSeconds: ['is too long'] })
  const { fields } = readFormErrors(error, { fields: ['estimate'], aliases: { estimateSeconds: 'estimate' } })
  assert.deepEqual(fields, { estimate: 'is too long' })
})

test('a refusal without fields is a message of the form', () => {
  assert.equal(readFormErrors(invalid({}), { fields: ['name'] }).message, 'Validation failed')
})

test('other errors are not the form’s: they are shown as notifications', () => {
  for (const error of [
    new ApiError(500, 'Broken'),
    new ApiError(409, 'Taken'),
    new TypeError('x'),
    undefined,
  ]) {
    assert.deepEqual(readFormErrors(error, { fields: ['name'] }), { fields: {}, message: undefined })
  }
})

test('a conflict that the form explains has the form’s words, at the field if it names one', () => {
  const conflict = new ApiError(409, 'Taken', {})
  const read = (explain: Parameters<typeof readFormErrors>[1]['explain']) =>
    readFormErrors(conflict, { fields: ['name'], explain })
  assert.deepEqual(read({ conflict: 'Choose another' }), { fields: {}, message: 'Choose another' })
  assert.deepEqual(read({ conflict: { name: 'Exists' } }), { fields: { name: 'Exists' }, message: undefined })
  assert.deepEqual(read({ something_else: 'x' }), { fields: {}, message: 'Taken' })
})

test('every status has an explanation in plain words', () => {
  assert.equal(errorKind(new ApiError(0, '')), 'offline')
  assert.equal(errorKind(new ApiError(410, '')), 'notFound')
  assert.equal(errorKind(new ApiError(503, '')), 'unavailable')
  assert.equal(errorKind(new ApiError(418, '')), 'unexpected')
  assert.equal(errorKind(new TypeError('x')), 'unexpected')
})

test('a size has the unit that fits it', () => {
  const say = (bytes: number) => fileSize(bytes, 'en')
  assert.deepEqual([0, 1, 999, 1000, 1_500_000, 5e9, 5e12].map(say), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '1.5 MB',
    '5 GB',
    '5,000 GB',
  ])
  assert.equal(say(999_999), '1 MB', 'not 1,000 kB')
})

test('a person is called by name, or by address where there is none', () => {
  assert.equal(fullName({ name: 'Ada', surname: 'Lovelace', email: 'a@x' }), 'Ada Lovelace')
  assert.equal(fullName({ name: null, surname: 'Lovelace', email: null }), 'Lovelace')
  assert.equal(fullName({ name: '', surname: null, email: 'a@x' }), 'a@x')
  assert.equal(fullName({ name: null, surname: null, email: null }), '')
})
