import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Settings } from '#settings.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** What is done with the two secrets of an installation. */
export interface Secrets {
  /** Only this digest of a token is ever stored: 64 characters, useless without the secret. */
  digest: (token: string) => string
  /** Proves that this installation wrote the content, for this purpose. */
  sign: (purpose: string, content: string) => string
  /** Encrypts for storage; unreadable without OAUTH2_ENCRYPTION_KEY. */
  seal: (purpose: string, content: Buffer) => string
  /** Throws if it was sealed with another key, or for another purpose. */
  unseal: (purpose: string, sealed: string) => Buffer
}

export function createSecrets({ OAUTH2_TOKEN_HASH_SECRET, OAUTH2_ENCRYPTION_KEY }: Settings): Secrets {
  const digestKey = createSecretKey(OAUTH2_TOKEN_HASH_SECRET, 'utf8')
  const keys = new Map<string, KeyObject>()

  function keyFor(purpose: string) {
    const key =
      keys.get(purpose) ??
      createSecretKey(Buffer.from(hkdfSync('sha256', OAUTH2_ENCRYPTION_KEY, '', purpose, 32)))
    keys.set(purpose, key)
    return key
  }

  return {
    digest: token => createHmac('sha256', digestKey).update(token).digest('hex'),
    sign: (purpose, content) => createHmac('sha256', keyFor(purpose)).update(content).digest('base64url'),
    seal: (purpose, content) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const sealed = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    unseal: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

export interface Subject {
  /** With a sector, users have IDs that only its clients share (OpenID Connect Core §8.1). */
  sectorIdentifier?: string | null
}

/** What identifies the user to a client. */
export function subjectOf(secrets: Secrets, { sectorIdentifier }: Subject, userId: number) {
  if (!sectorIdentifier) return String(userId)
  return secrets.sign('pairwise subject', `${sectorIdentifier} ${userId}`)
}

export function randomToken() {
  return randomBytes(32).toString('base64url')
}
