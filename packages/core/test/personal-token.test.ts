import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { createPersonalToken, isPersonalToken, isWellFormedPersonalToken } from '../src/personal-token.ts'

test('a token ends with the CRC-32 of what precedes it, in base 62', () => {
  const token = createPersonalToken()
  assert.match(token, /^atrium_pat_[0-9A-Za-z]{46}$/)
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const checksum = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)
  assert.equal(checksum, crc32(token.slice(0, -6)))
  assert.ok(isPersonalToken(token) && isWellFormedPersonalToken(token))
  assert.notEqual(createPersonalToken(), token)
})

test('a token that was mistyped, cut off or made up is recognized without asking', () => {
  const token = createPersonalToken()
  const other = token.at(20) === 'a' ? 'b' : 'a'
  const wrong = [
    token.slice(0, 20) + other + token.slice(21),
    token.slice(0, -1),
    `${token}0`,
    `atrium_pat_${'0'.repeat(46)}`,
    token.replace('atrium_pat_', ''),
    'atrium_pat_',
  ]
  for (const each of wrong) assert.equal(isWellFormedPersonalToken(each), false, each)
})
