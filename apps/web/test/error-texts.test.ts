import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalogue } from '../../tasks/src/errors.ts'
import english from '../src/locales/en/errors.ts'
import russian from '../src/locales/ru/errors.ts'

test('every error text is for a code of the task service, in both languages', () => {
  assert.deepEqual(Object.keys(russian), Object.keys(english))
  for (const code of Object.keys(english)) assert.ok(code in errorCatalogue, code)
})
