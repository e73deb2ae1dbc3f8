import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Tokens } from './identity-client.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

export function refreshDigest(refreshToken: string) {
  return createHash('sha256').update(refreshToken).digest('base64url')
}

/** The key is the old refresh token itself, which is stored nowhere: only the same browser's requests can open it. */
export function sealTokens(refreshToken: string, tokens: Tokens) {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(refreshToken), iv)
  const content = Buffer.concat([cipher.update(JSON.stringify(tokens)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')
}

export function openTokens(refreshToken: string, sealed: string): Tokens {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(refreshToken), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return JSON.parse(decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)) + decipher.final('utf8'))
}

function keyFrom(refreshToken: string) {
  return Buffer.from(hkdfSync('sha256', refreshToken, '', 'refreshed session', 32))
}
