import assert from 'node:assert/strict'
import { test } from 'node:test'
import english from '../../../packages/texts/src/en/web/errors.ts'
import { errorCatalogue } from '../../tasks/src/errors.ts'

test('every error text is for a code of the task service', () => {
  for (const code of Object.keys(english)) assert.ok(code in errorCatalogue, code)
})
