import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import type { App } from '@atrium/http/app/create-app'
import { createIdentityApp } from '@atrium/identity/app'
import { createDeps as createIdentityDeps } from '@atrium/identity/compose'
import { ensureClient } from '@atrium/identity/oauth/clients/client.commands'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { createPasswordHasher } from '@atrium/identity/sign-in/authenticators/password-hash'
import { createPasswordMeter } from '@atrium/identity/sign-in/credentials/password-meter'
import { freePort } from '@atrium/testing/free-port'
import { recordResponses } from '@atrium/testing/responses'
import { runFolder } from '@atrium/testing/run-folder'
import { sharedSigningKeys } from '@atrium/testing/signing-keys'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { useWorkers } from '@atrium/testing/workers'
import { createTasksApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { loadTasksSettings } from '#settings.ts'
import { openFlakyProxy } from './flaky-proxy.ts'

/** Hashing as in production would take longer than most tests. */
const cheapHashing = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** One thread for all services of the process: each would load the dictionaries again. */
const { measure } = createPasswordMeter()
const sharedMeter = { measure, close: async () => {} }

/** Starts both services on real sockets, each with its own database. */
export async function startBothServices(overrides: Record<string, string> = {}) {
  const identityPort = await freePort()
  const proxy = await openFlakyProxy(identityPort)
  const tasksPort = await freePort()
  const environment = {
    ...sharedSigningKeys(),
    IDENTITY_URL: proxy.url,
    IDENTITY_INTERNAL_URL: proxy.url,
    TASKS_URL: `http://localhost:${tasksPort}`,
    FRONTEND_URL: `http://localhost:${tasksPort}/app/`,
    IDENTITY_DATABASE_URL: await createTestDatabase('identity'),
    TASKS_DATABASE_URL: await createTestDatabase('tasks'),
    OAUTH2_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    OAUTH2_TOKEN_HASH_SECRET: randomBytes(32).toString('hex'),
    OAUTH2_CLIENT_ID: 'atrium',
    OAUTH2_CLIENT_SECRET: randomBytes(32).toString('hex'),
    TASKS_CLIENT_ID: 'atrium-tasks',
    TASKS_CLIENT_SECRET: randomBytes(32).toString('hex'),
    MAIL_URL: `file:${join(runFolder(), 'mail')}`,
    STORAGE_URL: `file:${join(runFolder(), 'files')}`,
    IDENTITY_TIMEOUT: '60', // a busy machine is slow
    LOG_LEVEL: 'silent',
    ...overrides,
  }
  const log = createLogger('test', 'silent')
  const identityDeps = await createIdentityDeps(loadIdentitySettings(environment), log)
  identityDeps.passwordHasher = createPasswordHasher(cheapHashing)
  identityDeps.passwordMeter = sharedMeter
  await ensureClient(identityDeps, {
    name: 'Atrium Tasks',
    clientId: environment.TASKS_CLIENT_ID,
    clientSecret: environment.TASKS_CLIENT_SECRET,
    redirectUri: `${environment.TASKS_URL}/auth/callback`,
    grantTypes: 'authorization_code refresh_token password client_credentials',
    scope: 'user:read',
    isPublic: false,
    requiresPkce: true,
  })
  const identityApp = await createIdentityApp(identityDeps)
  recordResponses('identity', identityApp)
  const identity = await listen(identityApp, identityPort)
  const startInstance = async (prepare = (deps: Deps) => deps) => {
    const deps = prepare(await createDeps(loadTasksSettings(environment), log))
    const app = await createTasksApp(deps)
    recordResponses('tasks', app)
    after(() => app.close())
    deps.announcements.start()
    // The first answer empties the caches.
    if (proxy.isOpen()) await waitUntil(() => deps.announcements.isFresh())
    await useWorkers(app, new URL('../src/main.ts', import.meta.url), environment)
    return { app, deps }
  }
  return { ...(await startInstance()), startInstance, environment, identity, identityDeps, proxy }
}

export type BothServices = Awaited<ReturnType<typeof startBothServices>>

async function listen(app: App, port: number) {
  await app.listen({ host: 'localhost', port })
  after(() => app.close())
  return app
}
