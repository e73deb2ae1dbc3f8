import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { freePort } from '@atrium/testing/free-port'
import { recordResponses } from '@atrium/testing/responses'
import { runFolder } from '@atrium/testing/run-folder'
import { sharedSigningKeys } from '@atrium/testing/signing-keys'
import { createTestDatabase } from '@atrium/testing/test-database'
import { useWorkers } from '@atrium/testing/workers'
import { createIdentityApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { loadIdentitySettings } from '#settings.ts'
import { createPasswordHasher } from '#sign-in/authenticators/password-hash.ts'
import { createPasswordMeter } from '#sign-in/credentials/password-meter.ts'

export const main = new URL('../src/main.ts', import.meta.url)
export const origin = 'http://localhost:4000'

/** Hashing as in production would take longer than most tests. */
const cheapHashing = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** One thread for all services of the process: each would load the dictionaries again. */
const { measure } = createPasswordMeter()
const sharedMeter = { measure, close: async () => {} }

/** The service with its own database. A test can set the clock and start a second instance. */
export async function startIdentity(overrides: Record<string, string> = {}) {
  const environment = {
    ...sharedSigningKeys(),
    IDENTITY_URL: origin,
    IDENTITY_DATABASE_URL: await createTestDatabase('identity'),
    FRONTEND_URL: 'http://localhost:4100/app/',
    OAUTH2_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    OAUTH2_TOKEN_HASH_SECRET: randomBytes(32).toString('hex'),
    OAUTH2_CLIENT_ID: 'atrium',
    OAUTH2_CLIENT_SECRET: randomBytes(32).toString('hex'),
    MAIL_URL: `file:${join(runFolder(), 'mail')}`,
    STORAGE_URL: `file:${join(runFolder(), 'files')}`,
    LOG_LEVEL: 'silent',
    ...overrides,
  }
  const startInstance = async () => {
    const settings = loadIdentitySettings(environment)
    const deps = await createDeps(settings, createLogger('identity', settings.LOG_LEVEL))
    deps.passwordHasher = createPasswordHasher(cheapHashing)
    deps.passwordMeter = sharedMeter
    const app = await createIdentityApp(deps)
    recordResponses('identity', app)
    after(() => app.close())
    await useWorkers(app, main, environment)
    return { app, deps }
  }
  return { ...(await startInstance()), startInstance }
}

/** The same on a real socket, for third-party clients. */
export async function startListeningIdentity(overrides: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const identity = await startIdentity({ IDENTITY_URL: url, ...overrides })
  await identity.app.listen({ host: 'localhost', port })
  return { ...identity, url }
}

export type Identity = Awaited<ReturnType<typeof startIdentity>>

/** The clock stands still, so that nothing depends on how long the test takes. */
export function freezeClock(deps: Deps) {
  const instant = deps.now()
  deps.now = () => instant
}

export function advanceClock(deps: Deps, seconds: number) {
  const before = deps.now
  deps.now = () => new Date(before().getTime() + seconds * 1000)
}
