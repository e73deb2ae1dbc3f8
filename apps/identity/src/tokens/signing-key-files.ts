import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StartRefused } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import type { Settings } from '#settings.ts'

const SMALLEST_KEY_BITS = 2048

export interface SigningKey {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
}

/** The pair that the settings name, refused with a sentence unless it is whole and strong enough. */
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
  if (key?.asymmetricKeyType !== 'rsa' || bits < SMALLEST_KEY_BITS) {
    throw new StartRefused(
      `${setting} must name an RSA key of at least ${SMALLEST_KEY_BITS} bits in PEM format: ${path}`,
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
