import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Settings } from '#settings.ts'

/** Only this digest of a token is ever stored: 64 characters, useless without the secret. */
export function tokenDigest({ OAUTH2_TOKEN_HASH_SECRET }: Settings, token: string) {
  const secret = secrets.get(OAUTH2_TOKEN_HASH_SECRET) ?? createSecretKey(OAUTH2_TOKEN_HASH_SECRET, 'utf8')
  secrets.set(OAUTH2_TOKEN_HASH_SECRET, secret)
  return createHmac('sha256', secret).update(token).digest('hex')
}

/** Parsed once; there is one in a process. */
const secrets = new Map<string, KeyObject>()

export function randomToken() {
  return randomBytes(32).toString('base64url')
}

/** A key of its own for each purpose, from the one secret that the installation keeps. */
export function deriveKey({ OAUTH2_ENCRYPTION_KEY }: Settings, purpose: string) {
  const name = `${purpose} ${OAUTH2_ENCRYPTION_KEY}`
  const key = derivedKeys.get(name) ?? Buffer.from(hkdfSync('sha256', OAUTH2_ENCRYPTION_KEY, '', purpose, 32))
  derivedKeys.set(name, key)
  return key
}

const derivedKeys = new Map<string, Buffer>()
