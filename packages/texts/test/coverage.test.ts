import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { languageCodes } from '@atrium/core/languages'
import { coverageOf } from '../src/coverage.ts'
import { parts } from '../src/parts.ts'
import { folder } from '../src/texts.ts'
import { packs } from '../src/words.ts'

/** Languages that have every text. Others may be partial. */
const complete = ['ru']

/** Texts that need fewer parameters than in English. */
const shorter = ['oauth.register.fieldProblem']

const names = Object.keys(parts) as (keyof typeof parts)[]

for (const language of languageCodes.filter(code => code !== 'en'))
  test(`${language} has no unknown texts and no other placeholders than English`, t => {
    const all = names.map(part => ({ part, ...coverageOf(part, language) }))
    for (const { part, unknown, differing } of all) {
      assert.deepEqual(unknown, [], part)
      assert.deepEqual(
        differing.filter(key => !shorter.includes(key)),
        [],
        part,
      )
    }
    const total = all.reduce((sum, { total }) => sum + total, 0)
    const missing = all.flatMap(({ missing }) => missing)
    t.diagnostic(`${language} has ${total - missing.length} of ${total} texts`)
    if ((complete as string[]).includes(language)) assert.deepEqual(missing, [])
  })

test('every folder of texts is a language of the table', () => {
  const folders = globSync('*/', { cwd: folder }).sort()
  assert.deepEqual(folders, [...languageCodes].sort())
})

test('every language has a pack of words, and parsers know it', async () => {
  for (const code of languageCodes) {
    const { default: words } = await import(new URL(`${code}/words.ts`, folder).href)
    assert.ok(packs.includes(words), `${code} is not in packages/texts/src/words.ts`)
  }
})
