import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@atrium/client/api-error'
import { errorKind } from '../src/feedback/error-kind.ts'
import { fileSize } from '../src/files.ts'
import { fullName } from '../src/format.ts'
import { readFormErrors } from '../src/forms/form-errors.ts'

const invalid = (errors: Record<string, string[]>) => new ApiError(422, 'Validation failed', { errors })

test('messages of known fields go to the fields, others to the form', () => {
  const error = invalid({ name: ['is required', 'is too short'], projectId: ['is unknown'] })
  assert.deepEqual(readFormErrors(error, { fields: ['name'] }), {
    fields: { name: 'is required is too short' },
    message: 'projectId: is unknown',
  })
})

test('a field can have a different name in the form and in the request', () => {
  const error = invalid({ estimateSeconds: ['is too long'] })
  const { fields } = readFormErrors(error, { fields: ['estimate'], aliases: { estimateSeconds: 'estimate' } })
  assert.deepEqual(fields, { estimate: 'is too long' })
})

test('an error without fields is a message of the form', () => {
  assert.equal(readFormErrors(invalid({}), { fields: ['name'] }).message, 'Validation failed')
})

test('other errors are shown as notifications', () => {
  for (const error of [
    new ApiError(500, 'Broken'),
    new ApiError(409, 'Taken'),
    new TypeError('x'),
    undefined,
  ]) {
    assert.deepEqual(readFormErrors(error, { fields: ['name'] }), { fields: {}, message: undefined })
  }
})

test('a form can replace the message of a conflict, on a field if given', () => {
  const conflict = new ApiError(409, 'Taken', {})
  const read = (explain: Parameters<typeof readFormErrors>[1]['explain']) =>
    readFormErrors(conflict, { fields: ['name'], explain })
  assert.deepEqual(read({ conflict: 'Choose another' }), { fields: {}, message: 'Choose another' })
  assert.deepEqual(read({ conflict: { name: 'Exists' } }), { fields: { name: 'Exists' }, message: undefined })
  assert.deepEqual(read({ something_else: 'x' }), { fields: {}, message: 'Taken' })
})

test('every status has an explanation', () => {
  assert.equal(errorKind(new ApiError(0, '')), 'offline')
  assert.equal(errorKind(new ApiError(410, '')), 'notFound')
  assert.equal(errorKind(new ApiError(503, '')), 'unavailable')
  assert.equal(errorKind(new ApiError(418, '')), 'unexpected')
  assert.equal(errorKind(new TypeError('x')), 'unexpected')
})

test('sizes use the appropriate unit', () => {
  const format = (bytes: number) => fileSize(bytes, 'en')
  assert.deepEqual([0, 1, 999, 1000, 1_500_000, 5e9, 5e12].map(format), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '1.5 MB',
    '5 GB',
    '5,000 GB',
  ])
  assert.equal(format(999_999), '1 MB', 'not 1,000 kB')
})

test('a user is shown by name, or by email address without one', () => {
  assert.equal(fullName({ name: 'Ada', surname: 'Lovelace', email: 'a@x' }), 'Ada Lovelace')
  assert.equal(fullName({ name: null, surname: 'Lovelace', email: null }), 'Lovelace')
  assert.equal(fullName({ name: '', surname: null, email: 'a@x' }), 'a@x')
  assert.equal(fullName({ name: null, surname: null, email: null }), '')
})
