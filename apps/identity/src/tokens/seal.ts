import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Settings } from '#settings.ts'
import { deriveKey } from './token-digest.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** As the database may hold it: unreadable without OAUTH2_ENCRYPTION_KEY. */
export function seal(settings: Settings, purpose: string, content: Buffer) {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(settings, purpose), iv)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws when it was sealed with another key, or for another purpose. */
export function openSealed(settings: Settings, purpose: string, stored: string) {
  const bytes = Buffer.from(stored, 'base64')
  const key = deriveKey(settings, purpose)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
