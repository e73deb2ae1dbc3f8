import assert from 'node:assert/strict'
import { test } from 'node:test'
import en from '@atrium/texts/en/words'
import ru from '@atrium/texts/ru/words'
import { packOf, packsFor } from '@atrium/texts/words'

test('people can type words of their language, of English, and of languages in another script', () => {
  const de = { ...en, months: [['januar'], ...en.months.slice(1)] }
  const known = { en, ru, de }
  assert.deepEqual(packsFor('en', known), [en, ru])
  assert.deepEqual(packsFor('ru', known), [ru, en])
  assert.deepEqual(packsFor('de', known), [de, en, ru])
})

test('a language without words has the English ones', () => {
  assert.equal(packOf('xx'), en)
  assert.deepEqual(packsFor('xx'), [en, ru])
})
