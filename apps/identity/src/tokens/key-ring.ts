import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Bus, Message } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#deps.ts'
import type { Event } from '#events.ts'
import type { Settings } from '#settings.ts'
import { decryptPrivateKey, encryptPrivateKey } from './key-encryption.ts'
import { insertSigningKey, listSigningKeys, type StoredKey } from './signing-key.queries.ts'
import type { SigningKey } from './signing-key-files.ts'

const RELOAD_MS = 60_000
const RETRY_MS = 1000

interface HeldKey {
  kid: string
  header: string
  publicKey: KeyObject
  privateKey: KeyObject | undefined
}

/** The keys of the installation, parsed once and the same on every instance. */
export interface KeyRing {
  /** The newest key whose time to sign has come. */
  signing: (now: Date) => { header: string; privateKey: KeyObject; signsFrom: number }
  verifying: (kid: string) => KeyObject | undefined
  published: () => { kid: string; publicKey: KeyObject }[]
  /** Reads the table again unless every change is heard anyway. */
  catchUp: () => Promise<void>
  close: () => void
}

/** Follows the table: at once when a rotation is announced, and now and then in any case. */
export async function createKeyRing(
  db: Database,
  settings: Settings,
  bus: Bus,
  log: FastifyBaseLogger,
): Promise<KeyRing> {
  let held: (HeldKey & { signsFrom: number })[] = []
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function load() {
    const stored = await listSigningKeys(db, new Date())
    const known = new Map(held.map(key => [key.kid, key]))
    held = stored.map(key => ({
      ...(known.get(key.kid) ?? parseKey(settings, key)),
      signsFrom: Date.parse(key.signsFrom),
    }))
  }

  /** A key that could not be read is asked for again soon: its tokens are on their way already. */
  async function reload() {
    clearTimeout(retry)
    try {
      await load()
    } catch (error) {
      if (isClosed) return
      log.error({ err: error }, 'the signing keys could not be read')
      retry = setTimeout(reload, RETRY_MS).unref()
    }
  }

  await load()
  bus.onMessage(message => (message as Message<Event>).name === 'SigningKeysChanged' && reload())
  bus.onGap(reload)
  const rounds = setInterval(reload, RELOAD_MS).unref()

  return {
    signing: now => {
      const ready = held.filter(key => key.privateKey && key.signsFrom <= now.getTime())
      const newest = ready.at(-1) ?? held.at(-1)
      if (!newest?.privateKey) throw new Error('There is no key to sign with')
      return { header: newest.header, privateKey: newest.privateKey, signsFrom: newest.signsFrom }
    },
    verifying: kid => held.find(key => key.kid === kid)?.publicKey,
    published: () => held,
    catchUp: async () => {
      if (!bus.isListening()) await load()
    },
    close: () => {
      isClosed = true
      clearInterval(rounds)
      clearTimeout(retry)
    },
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

function parseKey(settings: Settings, { kid, publicKey, privateKey }: StoredKey): HeldKey {
  return {
    kid,
    header: Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'RS256', kid })).toString('base64url'),
    publicKey: createPublicKey(publicKey),
    privateKey: privateKey === null ? undefined : decryptPrivateKey(settings, privateKey),
  }
}
