import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { freePort } from '@atrium/testing/free-port'
import { cheapHashing, measureOnce, testPassword } from '@atrium/testing/passwords'
import { atProcessEnd, canShare } from '@atrium/testing/process-end'
import { recordResponses } from '@atrium/testing/responses'
import { runFolder } from '@atrium/testing/run-folder'
import { rememberDeps, rememberRows, shareBetweenFiles } from '@atrium/testing/shared-service'
import { sharedSigningKeys } from '@atrium/testing/signing-keys'
import { createTestDatabase } from '@atrium/testing/test-database'
import { useWorkers, WORKERS } from '@atrium/testing/workers'
import { createIdentityApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { loadIdentitySettings } from '#settings.ts'
import { createPasswordHasher } from '#sign-in/authenticators/password-hash.ts'
import { createPasswordMeter } from '#sign-in/credentials/password-meter.ts'

export const main = new URL('../src/main.ts', import.meta.url)
export const origin = 'http://localhost:4000'

/** One thread for all services of the process: each would load the dictionaries again. */
const { measure } = createPasswordMeter()
const sharedMeter = { measure: measureOnce(measure, testPassword), close: async () => {} }

/**
 * Returns the service that the test files of this process use in turn; each finds it as if it had just been started. For
 * settings of its own, rate limits, or more than one service, a file calls `startIdentity`.
 */
export function sharedIdentity() {
  return canShare() && WORKERS === 1 ? lendIdentity() : startIdentity(sharedSettings)
}

const sharedSettings = { RATE_LIMIT: 'off', TRUST_PROXY: 'true' }

const lendIdentity = shareBetweenFiles(async () => {
  const service = await startIdentity(sharedSettings, atProcessEnd)
  const { bus, settings } = service.deps
  const restoreDeps = rememberDeps(service.deps)
  const restoreRows = await rememberRows(settings.IDENTITY_DATABASE_URL, { channel: 'atrium_identity', bus })
  return {
    service,
    restore: async () => {
      restoreDeps()
      await restoreRows()
    },
  }
})

/**
 * The service with its own database, until the end of the test file. A test can set the clock and start a second
 * instance.
 */
export async function startIdentity(
  overrides: Record<string, string> = {},
  atEnd: (close: () => unknown) => void = after,
) {
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
  const start = async (closeAt: typeof atEnd) => {
    const settings = loadIdentitySettings(environment)
    const deps = await createDeps(settings, createLogger('identity', settings.LOG_LEVEL))
    deps.passwordHasher = createPasswordHasher(cheapHashing)
    deps.passwordMeter = sharedMeter
    const app = await createIdentityApp(deps)
    recordResponses('identity', app)
    closeAt(() => app.close())
    await useWorkers(app, main, environment)
    return { app, deps }
  }
  return { ...(await start(atEnd)), startInstance: () => start(after) }
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
