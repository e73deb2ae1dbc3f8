import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { sha256 } from '../src/features/import/files/sha256.ts'

test('without the cryptography of the browser, a file has the same digest', () => {
  const digests = fc.property(fc.uint8Array({ maxLength: 300 }), content => {
    const expected = createHash('sha256').update(content).digest()
    assert.deepEqual(Buffer.from(sha256(content.slice().buffer)), expected)
  })
  fc.assert(digests)
})
