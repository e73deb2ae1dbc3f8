import { createCipheriv, createDecipheriv, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { StartRefused } from '@atrium/http/errors'
import type { Settings } from '#settings.ts'
import { deriveKey } from './token-digest.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A private key as the database may hold it: unreadable without OAUTH2_ENCRYPTION_KEY. */
export function encryptPrivateKey(settings: Settings, key: KeyObject) {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(settings, 'signing key'), iv)
  const content = Buffer.concat([cipher.update(key.export({ type: 'pkcs8', format: 'der' })), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')
}

export function decryptPrivateKey(settings: Settings, stored: string): KeyObject {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(settings, 'signing key'),
    bytes.subarray(0, IV_BYTES),
  )
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const content = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return createPrivateKey({ key: content, type: 'pkcs8', format: 'der' })
  } catch {
    throw new StartRefused(
      'OAUTH2_ENCRYPTION_KEY is not the one that the stored signing keys were encrypted with.',
    )
  }
}
