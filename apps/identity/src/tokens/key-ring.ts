import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Bus } from '@atrium/events/bus'
import type { Database } from '#deps.ts'
import type { Event } from '#events.ts'
import type { Settings } from '#settings.ts'
import { decryptPrivateKey, encryptPrivateKey } from './key-encryption.ts'
import { insertSigningKey, listSigningKeys, type StoredKey } from './signing-key.queries.ts'
import type { SigningKey } from './signing-key-files.ts'

const RELOAD_MS = 60_000

interface HeldKey {
  kid: string
  header: string
  publicKey: KeyObject
  privateKey: KeyObject | undefined
  signsFrom: number
}

/** The keys of the installation, parsed once and the same on every instance. */
export interface KeyRing {
  /** The newest key whose time to sign has come. */
  signing: (now: Date) => { header: string; privateKey: KeyObject }
  verifying: (kid: string) => KeyObject | undefined
  published: () => { kid: string; publicKey: KeyObject }[]
}

/** Follows the table: at once when a rotation is announced, and now and then in any case. */
export async function createKeyRing(db: Database, settings: Settings, bus: Bus): Promise<KeyRing> {
  let held = new Map<string, HeldKey>()
  const reload = async () => {
    const stored = await listSigningKeys(db, new Date())
    held = new Map(stored.map(key => [key.kid, held.get(key.kid) ?? parseKey(settings, key)]))
  }
  await reload()
  const reloadQuietly = () => reload().catch(() => {}) // the next one will do
  bus.onMessage(message => (message as Event).name === 'SigningKeysChanged' && reloadQuietly())
  bus.onGap(reloadQuietly)
  setInterval(reloadQuietly, RELOAD_MS).unref()

  return {
    signing: now => {
      const ready = [...held.values()].filter(key => key.privateKey && key.signsFrom <= now.getTime())
      const newest = ready.at(-1) ?? [...held.values()].at(-1)
      if (!newest?.privateKey) throw new Error('There is no key to sign with')
      return { header: newest.header, privateKey: newest.privateKey }
    },
    verifying: kid => held.get(kid)?.publicKey,
    published: () => [...held.values()],
  }
}

/** The pair of the PEM files signs from its first start on; once known it is left as the rotation has it. */
export async function importSigningKey(db: Database, settings: Settings, key: SigningKey, now: Date) {
  await insertSigningKey(db, storedForm(settings, key, now))
}

export function storedForm(settings: Settings, { kid, publicKey, privateKey }: SigningKey, signsFrom: Date) {
  return {
    kid,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: encryptPrivateKey(settings, privateKey),
    signsFrom: signsFrom.toISOString(),
  }
}

function parseKey(settings: Settings, { kid, publicKey, privateKey, signsFrom }: StoredKey): HeldKey {
  return {
    kid,
    header: Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'RS256', kid })).toString('base64url'),
    publicKey: createPublicKey(publicKey),
    privateKey: privateKey === null ? undefined : decryptPrivateKey(settings, privateKey),
    signsFrom: Date.parse(signsFrom),
  }
}
