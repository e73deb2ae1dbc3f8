import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from './run-folder.ts'

/** A fresh signing key as PEM files, under the settings' own names. */
export function createSigningKeys() {
  const folder = createFolder('keys')
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const paths = {
    OAUTH2_PUBLIC_KEY_PATH: join(folder, 'public.pem'),
    OAUTH2_PRIVATE_KEY_PATH: join(folder, 'private.pem'),
  }
  writeFileSync(paths.OAUTH2_PUBLIC_KEY_PATH, publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(paths.OAUTH2_PRIVATE_KEY_PATH, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return paths
}

let shared: ReturnType<typeof createSigningKeys> | undefined

/** One for all services of this process, because generating a key takes long. */
export function sharedSigningKeys() {
  shared ??= createSigningKeys()
  return shared
}
