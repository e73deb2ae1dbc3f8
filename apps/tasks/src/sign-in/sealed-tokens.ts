import { sha256 } from '@atrium/core/sha256'
import { openText, sealText } from '#sealed-text.ts'
import type { Tokens } from './identity-client.ts'

const PURPOSE = 'refreshed session'

export function refreshDigest(refreshToken: string) {
  return sha256(refreshToken)
}

/** The secret is the old refresh token itself, which is stored nowhere: only the same browser's requests can open it. */
export function sealTokens(refreshToken: string, tokens: Tokens) {
  return sealText(refreshToken, PURPOSE, JSON.stringify(tokens))
}

export function openTokens(refreshToken: string, sealed: string): Tokens {
  return JSON.parse(openText(refreshToken, PURPOSE, sealed))
}
