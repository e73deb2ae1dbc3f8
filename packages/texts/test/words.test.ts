import assert from 'node:assert/strict'
import { test } from 'node:test'
import en from '@atrium/texts/en/words'
import { plainText, withoutAccents } from '@atrium/texts/plain-text'
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

test('accents do not matter, in typed words and in patterns, but й is a letter of its own', () => {
  assert.equal(plainText('Übermorgen, Märtes, Ёлка, Май'), 'ubermorgen, martes, елка, май')
  assert.equal(withoutAccents('n[äá]chste\\p{L}+'), 'n[aa]chste\\p{L}+')
})
