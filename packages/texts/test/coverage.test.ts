import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverageOf } from '../src/coverage.ts'
import { parts } from '../src/parts.ts'

for (const part of Object.keys(parts) as (keyof typeof parts)[])
  test(`${part}: Russian has every text, with the placeholders of the English one`, () => {
    const { missing, unknown, differing } = coverageOf(part, 'ru')
    assert.deepEqual({ missing, unknown, differing }, { missing: [], unknown: [], differing: [] })
  })
