import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeAt, stepAt, stepOf } from '#sign-in/two-factor/time-code.ts'

const secret = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B, the last six digits. */
for (const [seconds, code] of [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const) {
  test(`the code at ${seconds} seconds is the standard's`, () => {
    assert.equal(codeAt(secret, stepAt(new Date(seconds * 1000))), code)
  })
}

/** RFC 4226, appendix D. */
for (const [counter, code] of [
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
].entries()) {
  test(`the code of counter ${counter} is the standard's`, () => {
    assert.equal(codeAt(secret, counter), code)
  })
}

test('a clock can be off by one step, and no more', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  for (const off of [-1, 0, 1]) assert.equal(stepOf(secret, codeAt(secret, step + off), now), step + off)
  for (const off of [-2, 2]) assert.equal(stepOf(secret, codeAt(secret, step + off), now), undefined)
  assert.equal(stepOf(secret, '', now), undefined)
})

test("base32 is RFC 4648's", () => {
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
