import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPseudoLanguage, pseudoText } from '../src/pseudo.ts'

test('the pseudo-language is longer, has accents, and keeps placeholders and tags', () => {
  assert.equal(pseudoText('Open {{name}}'), 'Ǿƥḗƞ {{name}}·····')
  assert.equal(pseudoText('All {{count, number}}'), 'Ȧŀŀ {{count, number}}·······')
  assert.equal(pseudoText('Read <1>more</1>'), 'Řḗȧḓ <1>ḿǿřḗ</1>······')
  assert.equal(
    pseudoText('{count, plural, one {# task} other {{count} tasks}} of {name}'),
    '{count, plural, one {# ŧȧşķ} other {{count} ŧȧşķş}} ǿƒ {name}·····················',
  )
  assert.deepEqual(inPseudoLanguage({ menu: { ok: 'OK' } }), { menu: { ok: 'ǾĶ·' } })
})
