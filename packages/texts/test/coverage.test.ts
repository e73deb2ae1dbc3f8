import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverageOf } from '../src/coverage.ts'
import { parts } from '../src/parts.ts'

/** Texts that need fewer parameters in Russian. */
const shorter = ['oauth.register.fieldProblem']

for (const part of Object.keys(parts) as (keyof typeof parts)[])
  test(`${part}: Russian has every text, with the placeholders of the English one`, () => {
    const { missing, unknown, differing } = coverageOf(part, 'ru')
    const unexpected = differing.filter(key => !shorter.includes(key))
    assert.deepEqual({ missing, unknown, differing: unexpected }, { missing: [], unknown: [], differing: [] })
  })
