import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `atrium_pat_`, 40 random characters, and 6 characters of checksum. */
const PREFIX = 'atrium_pat_'
const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

export function createPersonalToken() {
  const random = Array.from({ length: RANDOM_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')
  return PREFIX + random + checksumOf(PREFIX + random)
}

/** Whether it looks like one; anything else is a token of another kind. */
export function isPersonalToken(token: string) {
  return token.startsWith(PREFIX)
}

/** Whether one could have been issued: a scanner of leaked secrets can tell without asking, and so can a service. */
export function isWellFormedPersonalToken(token: string) {
  if (!PATTERN.test(token)) return false
  const content = token.slice(0, -CHECKSUM_LENGTH)
  return token.slice(-CHECKSUM_LENGTH) === checksumOf(content)
}

/** The CRC-32 of everything before it, in base 62. */
function checksumOf(content: string) {
  let rest = crc32(content)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
