import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createLogger } from '@atrium/http/logger'
import { makeTestDatabase } from '@atrium/testing/test-database'
import { createIdentityApp } from '#app.ts'
import { createDeps, type Deps } from '#deps.ts'
import { loadIdentitySettings } from '#settings.ts'

export const origin = 'http://localhost:4000'

/** The service on a database of its own. A test may set the clock, and open a second instance. */
export async function startIdentity(overrides: Record<string, string> = {}) {
  const environment = {
    ...makeKeys(),
    IDENTITY_URL: origin,
    IDENTITY_DATABASE_URL: await makeTestDatabase('identity'),
    FRONTEND_URL: 'http://localhost:4100/app/',
    OAUTH2_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    OAUTH2_TOKEN_HASH_SECRET: randomBytes(32).toString('hex'),
    OAUTH2_CLIENT_ID: 'atrium',
    OAUTH2_CLIENT_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...overrides,
  }
  const openInstance = async () => {
    const settings = loadIdentitySettings(environment)
    const deps = await createDeps(settings, createLogger('identity', settings.LOG_LEVEL))
    const app = await createIdentityApp(deps)
    after(() => app.close())
    return { app, deps }
  }
  return { ...(await openInstance()), openInstance }
}

export type Identity = Awaited<ReturnType<typeof startIdentity>>

export function advanceClock(deps: Deps, seconds: number) {
  const before = deps.now
  deps.now = () => new Date(before().getTime() + seconds * 1000)
}

function makeKeys() {
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
