import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '@atrium/client/api-error'
import { explanationOf, readFormErrors } from '../src/form-errors.ts'

const fields = ['name', 'email', 'to']
const nothing = { fields: {}, message: undefined }

describe('a validation error', () => {
  it('goes to the fields of the form, several messages joined', () => {
    const error = invalid({ name: ['is too short', 'is taken'], email: ['is invalid'] })
    assert.deepEqual(readFormErrors(error, { fields }), {
      fields: { name: 'is too short is taken', email: 'is invalid' },
      message: undefined,
    })
  })

  it('names the fields that the form does not have', () => {
    const error = invalid({ name: ['is too short'], level: ['must be at most 100'], parent: ['is unknown'] })
    assert.deepEqual(readFormErrors(error, { fields }), {
      fields: { name: 'is too short' },
      message: 'level: must be at most 100 parent: is unknown',
    })
  })

  it('goes to the field that shows the value under another name, the first message winning', () => {
    const error = invalid({ endedAt: ['must be after the start'], duration: ['must be positive'] })
    const aliases = { endedAt: 'to', duration: 'to' }
    assert.deepEqual(readFormErrors(error, { fields, aliases }), {
      fields: { to: 'must be after the start' },
      message: undefined,
    })
  })

  it('without details is the message of the form', () => {
    assert.deepEqual(readFormErrors(new ApiError(422, 'Validation failed'), { fields }), {
      fields: {},
      message: 'Validation failed',
    })
  })
})

describe('a conflict', () => {
  const taken = new ApiError(409, 'Conflict', { reason: 'name_taken' })

  it('is explained by its code, for the form or for a field', () => {
    assert.deepEqual(readFormErrors(taken, { fields, explain: { name_taken: 'Choose another name' } }), {
      fields: {},
      message: 'Choose another name',
    })
    assert.deepEqual(readFormErrors(taken, { fields, explain: { name_taken: { name: 'Taken' } } }), {
      fields: { name: 'Taken' },
      message: undefined,
    })
  })

  it('without a listed code is explained as a conflict', () => {
    const explain = { last_owner: 'You are the last owner', conflict: { name: 'Taken' } }
    assert.deepEqual(readFormErrors(taken, { fields, explain }).fields, { name: 'Taken' })
    assert.equal(
      explanationOf(new ApiError(409, 'Conflict', { reason: 'last_owner' }), explain),
      explain.last_owner,
    )
    assert.equal(explanationOf(new ApiError(403, 'Forbidden'), explain), undefined)
  })

  it('concerns only the field that the server names', () => {
    const error = new ApiError(409, 'Conflict', { field: 'email' })
    const explain = { conflict: { name: 'Taken', email: 'In use' } }
    assert.deepEqual(readFormErrors(error, { fields, explain }).fields, { email: 'In use' })
  })

  it('that has no explanation shows the text of the server', () => {
    const explain = { last_owner: 'You are the last owner' }
    assert.equal(readFormErrors(taken, { fields, explain }).message, 'Conflict')
  })

  it('is left to the notifications by a form that explains nothing', () => {
    assert.deepEqual(readFormErrors(taken, { fields }), nothing)
  })
})

it('other errors are left to the notifications', () => {
  assert.deepEqual(readFormErrors(new ApiError(0, 'The server did not answer'), { fields }), nothing)
  assert.deepEqual(readFormErrors(new Error('a bug'), { fields, explain: { conflict: 'Taken' } }), nothing)
})

function invalid(errors: Record<string, string[]>) {
  return new ApiError(422, 'Validation failed', { errors })
}
