import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createCache } from '@atrium/cache/create-cache'
import { StartRefused } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import type { Bus, Message } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database.ts'
import type { SharedEvent } from '#events.ts'
import type { Settings } from '#settings.ts'
import type { Secrets } from './secrets.ts'
import { insertSigningKey, listSigningKeys, type StoredKey } from './signing-key.queries.ts'

/** Retired keys leave the set without a message. */
const MAX_AGE_MS = 60_000
const PURPOSE = 'signing key'
const MIN_KEY_BITS = 2048

interface ParsedKey {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject | undefined
  signsFrom: number
}

/** The keys of the installation, the same on every instance. */
export interface KeyRing {
  /** The newest key that is due to sign. */
  signing: (now: Date) => Promise<{ kid: string; privateKey: KeyObject; signsFrom: number }>
  verifying: (kid: string) => Promise<KeyObject | undefined>
  published: () => Promise<{ kid: string; publicKey: KeyObject }[]>
}

interface KeyRingOptions {
  db: Database
  secrets: Secrets
  bus: Bus
  log: FastifyBaseLogger
  now: () => Date
}

export function createKeyRing({ db, secrets, bus, log, now }: KeyRingOptions): KeyRing {
  const cache = createCache<'all', { keys: ParsedKey[]; readAt: number }>(bus, {
    max: 1,
    evictedBy: message => (isRotation(message) ? 'all' : undefined),
    isFresh: ({ readAt }) => now().getTime() - readAt < MAX_AGE_MS,
  })

  async function readKeys() {
    const readAt = now().getTime()
    const stored = await listSigningKeys(db, now())
    const known = new Map(cache.peek('all')?.keys.map(key => [key.kid, key]))
    const keys = stored.map(key => ({
      ...(known.get(key.kid) ?? parseKey(secrets, key)),
      signsFrom: Date.parse(key.signsFrom),
    }))
    return { keys, readAt }
  }

  /** Without a database the last known keys still verify, and are still published. */
  async function listKeys() {
    try {
      return (await cache.get('all', readKeys))?.keys ?? []
    } catch (error) {
      const last = cache.peek('all')
      if (!last) throw error
      log.warn({ err: error }, 'the signing keys may be outdated')
      return last.keys
    }
  }

  // Read at once, so that a rotation is acknowledged when this instance has the new key.
  bus.onMessage(async message => {
    if (!isRotation(message)) return
    await listKeys().catch(error => log.error({ err: error }, 'the signing keys could not be read'))
  })

  return {
    signing: async now => {
      const keys = await listKeys()
      const ready = keys.filter(key => key.privateKey && key.signsFrom <= now.getTime())
      const newest = ready.at(-1) ?? keys.at(-1)
      if (!newest?.privateKey) throw new Error('There is no key to sign with')
      const { kid, signsFrom, privateKey } = newest
      return { kid, signsFrom, privateKey }
    },
    verifying: async kid => (await listKeys()).find(key => key.kid === kid)?.publicKey,
    published: listKeys,
  }
}

function isRotation(message: object) {
  return (message as Message<SharedEvent>).name === 'SigningKeysChanged'
}

/** The pair of the PEM files signs from its first start; a stored one stays unchanged. */
export async function importSigningKey(db: Database, secrets: Secrets, key: SigningKey, now: Date) {
  await insertSigningKey(db, storedForm(secrets, key, now))
}

export function storedForm(secrets: Secrets, { kid, publicKey, privateKey }: SigningKey, signsFrom: Date) {
  return {
    kid,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: secrets.seal(PURPOSE, privateKey.export({ type: 'pkcs8', format: 'der' })),
    signsFrom: signsFrom.toISOString(),
  }
}

function parseKey(secrets: Secrets, { kid, publicKey, privateKey }: StoredKey) {
  return {
    kid,
    publicKey: createPublicKey(publicKey),
    privateKey: privateKey === null ? undefined : unsealPrivateKey(secrets, privateKey),
  }
}

function unsealPrivateKey(secrets: Secrets, sealed: string): KeyObject {
  try {
    return createPrivateKey({ key: secrets.unseal(PURPOSE, sealed), type: 'pkcs8', format: 'der' })
  } catch {
    throw new StartRefused(
      'OAUTH2_ENCRYPTION_KEY is not the one that the stored signing keys were encrypted with.',
    )
  }
}

export interface SigningKey {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
}

/** The pair that the settings name; refuses to start if it does not match or is too weak. */
export async function readSigningKey(settings: Settings): Promise<SigningKey> {
  const { OAUTH2_PRIVATE_KEY_PATH, OAUTH2_PUBLIC_KEY_PATH } = settings
  const privateKey = await readKey('OAUTH2_PRIVATE_KEY_PATH', OAUTH2_PRIVATE_KEY_PATH, createPrivateKey)
  const publicKey = await readKey('OAUTH2_PUBLIC_KEY_PATH', OAUTH2_PUBLIC_KEY_PATH, createPublicKey)
  const kid = keyId(publicKey)
  if (kid !== keyId(createPublicKey(privateKey))) {
    throw new StartRefused('OAUTH2_PUBLIC_KEY_PATH and OAUTH2_PRIVATE_KEY_PATH are not a pair.')
  }
  return { kid, publicKey, privateKey }
}

/** The key's thumbprint (RFC 7638): the same key has the same id on every machine. */
export function keyId(publicKey: KeyObject) {
  const { e, kty, n } = publicKey.export({ format: 'jwk' })
  return sha256(JSON.stringify({ e, kty, n }))
}

async function readKey(setting: string, path: string, parse: (pem: string) => KeyObject) {
  const pem = await readFile(path, 'utf8').catch(() => {
    throw new StartRefused(`${setting} names a file that cannot be read: ${path}`)
  })
  const key = parsePem(pem, parse)
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0
  if (key?.asymmetricKeyType !== 'rsa' || bits < MIN_KEY_BITS) {
    throw new StartRefused(
      `${setting} must name an RSA key of at least ${MIN_KEY_BITS} bits in PEM format: ${path}`,
    )
  }
  return key
}

function parsePem(pem: string, parse: (pem: string) => KeyObject) {
  try {
    return parse(pem)
  } catch {
    return undefined
  }
}
