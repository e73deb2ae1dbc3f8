import assert from 'node:assert/strict'
import type { Catalogue } from '@atrium/core/catalogue'
import { paramsIn } from '@atrium/texts/fill-in'

/** Checks that every code is snake_case and has a text in both languages that needs the same parameters. */
export function checkCatalogue(catalogue: Catalogue) {
  for (const [code, { text }] of Object.entries(catalogue)) {
    assert.match(code, /^[a-z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)*$/)
    const [en, ru] = [text('en'), text('ru')]
    assert.deepEqual(paramsIn(ru), paramsIn(en), `${code} has different parameters in Russian and English`)
    assert.match(ru, /[а-яё]|^[^a-z]*$/i, `${code} has no Russian text`)
    assert.doesNotMatch(en, /[а-яё]/i, `${code} has no English text`)
  }
}
