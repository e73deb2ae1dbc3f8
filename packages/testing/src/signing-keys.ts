import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh signing key as PEM files, under the settings' own names. */
export function makeSigningKeys() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-keys-'))
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const paths = {
    OAUTH2_PUBLIC_KEY_PATH: join(folder, 'public.pem'),
    OAUTH2_PRIVATE_KEY_PATH: join(folder, 'private.pem'),
  }
  writeFileSync(paths.OAUTH2_PUBLIC_KEY_PATH, publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(paths.OAUTH2_PRIVATE_KEY_PATH, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return paths
}
