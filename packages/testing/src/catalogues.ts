import assert from 'node:assert/strict'
import type { Catalogue, CatalogueEntry } from '@atrium/core/catalogue'

/** Every code is snake_case and has a text in both languages that needs the same parameters. */
export function checkCatalogue(catalogue: Catalogue) {
  for (const [code, entry] of Object.entries(catalogue)) {
    assert.match(code, /^[a-z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)*$/)
    const [en, ru] = [paramsOf(entry.en), paramsOf(entry.ru)]
    assert.deepEqual(ru.names, en.names, `${code} has different parameters in Russian and English`)
    assert.match(ru.text, /[а-яё]|^[^a-z]*$/i, `${code} has no Russian text`)
    assert.doesNotMatch(en.text, /[а-яё]/i, `${code} has no English text`)
  }
}

/** Works as a number and as a list. */
const SAMPLE = [2]

function paramsOf(text: CatalogueEntry['en']) {
  if (typeof text === 'string') {
    return { text, names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort() }
  }
  const names = new Set<string>()
  const params = new Proxy({}, { get: (_, name: string) => names.add(name) && SAMPLE })
  return { text: text(params as never), names: [...names].sort() }
}
