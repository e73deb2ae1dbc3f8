import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findLanguage, languages, offeredLanguages, preferredLanguage } from '../src/languages.ts'

const textFolder = join(import.meta.dirname, '../../texts/src')

test('every language has a standard code of its own, a name, its direction, and a folder of texts', () => {
  for (const { code, name, direction, locale } of languages) {
    for (const tag of [code, locale]) assert.deepEqual(Intl.getCanonicalLocales(tag), [tag])
    assert.equal(
      new Intl.DisplayNames(code, { type: 'language' }).of(code)?.toLowerCase(),
      name.toLowerCase(),
    )
    assert.equal((new Intl.Locale(code) as WithTextInfo).getTextInfo().direction, direction, code)
    assert.ok(existsSync(join(textFolder, code)), `packages/texts/src/${code}`)
  }
  assert.equal(new Set(languages.map(({ code }) => code)).size, languages.length)
})

/** A part of Intl that the compiler does not know yet. */
interface WithTextInfo extends Intl.Locale {
  getTextInfo: () => { direction: string }
}

test('the parts of the font that a language loads have every letter of its texts', () => {
  const subsets = {
    latin: /[A-Za-zÀ-ÿ]/,
    'latin-ext': /(?![A-Za-zÀ-ÿ])\p{Script=Latin}/u,
    cyrillic: /\p{Script=Cyrillic}/u,
  }
  for (const { code, scripts } of languages) {
    const folder = join(textFolder, code)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.json$/.test(name),
    )
    const texts = files.map(name => readFileSync(join(folder, name), 'utf8')).join('')
    const needed = Object.entries(subsets).filter(([, letters]) => letters.test(texts))
    for (const [script] of needed)
      assert.ok((scripts as readonly string[]).includes(script), `${code}: ${script}`)
  }
})

test('an installation offers the languages that it lists, in its order, or all of them', () => {
  assert.deepEqual(offeredLanguages({ LANGUAGES: 'ru, en' }), ['ru', 'en'])
  assert.deepEqual(offeredLanguages({ LANGUAGES: 'ru xx ru' }), ['ru'])
  for (const nothing of [{}, { LANGUAGES: '' }, { LANGUAGES: 'xx' }]) {
    assert.deepEqual(
      offeredLanguages(nothing),
      languages.map(({ code }) => code),
    )
  }
})

test('people get the first language that they prefer and that is offered, whatever its region', () => {
  assert.equal(findLanguage('RU-ru'), 'ru')
  assert.equal(findLanguage('en-US', ['ru']), undefined)
  assert.equal(findLanguage(null), undefined)
  assert.equal(preferredLanguage(['xx', null, 'ru-RU', 'en'], ['en', 'ru']), 'ru')
  assert.equal(preferredLanguage(['xx'], ['ru', 'en']), 'ru')
  assert.equal(preferredLanguage(['en'], ['ru']), 'ru')
})
