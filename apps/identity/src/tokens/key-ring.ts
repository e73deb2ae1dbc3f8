import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { createCache } from '@atrium/cache/create-cache'
import { StartRefused } from '@atrium/core/errors'
import type { Bus, Message } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database.ts'
import type { SharedEvent } from '#events.ts'
import type { Secrets } from './secrets.ts'
import { insertSigningKey, listSigningKeys, type StoredKey } from './signing-key.queries.ts'
import type { SigningKey } from './signing-key-files.ts'

/** Retired keys leave the set without a message. */
const MAX_AGE_MS = 60_000
const PURPOSE = 'signing key'

interface ParsedKey {
  kid: string
  header: string
  publicKey: KeyObject
  privateKey: KeyObject | undefined
  signsFrom: number
}

/** The keys of the installation, the same on every instance. */
export interface KeyRing {
  /** The newest key whose time to sign has come. */
  signing: (now: Date) => Promise<{ header: string; privateKey: KeyObject; signsFrom: number }>
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

  /** Without a database the last known keys still verify, and are worth publishing. */
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

  // Read at once, so that a rotation counts as heard when this instance has the new key.
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
      return { header: newest.header, privateKey: newest.privateKey, signsFrom: newest.signsFrom }
    },
    verifying: async kid => (await listKeys()).find(key => key.kid === kid)?.publicKey,
    published: listKeys,
  }
}

function isRotation(message: object) {
  return (message as Message<SharedEvent>).name === 'SigningKeysChanged'
}

/** The pair of the PEM files signs from its first start on; one that is stored already is left as it is. */
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
    header: Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'RS256', kid })).toString('base64url'),
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
