import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { languageCodes } from '@atrium/core/languages'
import { shownLanguages } from '../src/language.ts'

const browser = globalThis as { document?: unknown }

afterEach(() => {
  browser.document = undefined
})

test('the applications show the languages that the service has written into their page', () => {
  browser.document = { documentElement: { dataset: { languages: 'ru en' } } }
  assert.deepEqual(shownLanguages(), ['ru', 'en'])
  browser.document = { documentElement: { dataset: { languages: 'ru' } } }
  assert.deepEqual(shownLanguages(), ['ru'])
})

test('a page without a list, as the development server sends it, shows every language', () => {
  browser.document = { documentElement: { dataset: {} } }
  assert.deepEqual(shownLanguages(), languageCodes)
})
