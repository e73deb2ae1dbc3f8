import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { createIdentityApp } from '@atrium/identity/app'
import { createDeps as createIdentityDeps } from '@atrium/identity/compose'
import { ensureClient } from '@atrium/identity/oauth/clients/client.commands'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { createPasswordHasher } from '@atrium/identity/sign-in/authenticators/password-hash'
import { createPasswordMeter } from '@atrium/identity/sign-in/credentials/password-meter'
import { freePort } from '@atrium/testing/free-port'
import { cheapHashing, measureOnce, testPassword } from '@atrium/testing/passwords'
import { atProcessEnd, canShare } from '@atrium/testing/process-end'
import { recordResponses } from '@atrium/testing/responses'
import { runFolder } from '@atrium/testing/run-folder'
import { rememberDeps, rememberRows, shareBetweenFiles } from '@atrium/testing/shared-service'
import { sharedSigningKeys } from '@atrium/testing/signing-keys'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { useWorkers, WORKERS } from '@atrium/testing/workers'
import { createTasksApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { loadTasksSettings } from '#settings.ts'
import { openFlakyProxy } from './flaky-proxy.ts'

/** One thread for all services of the process: each would load the dictionaries again. */
const { measure } = createPasswordMeter()
const sharedMeter = { measure: measureOnce(measure, testPassword), close: async () => {} }

/**
 * Returns the services that the test files of this process use in turn; each finds them as if they had just been started.
 * For settings of its own, rate limits, or services that a test stops, a file calls `startBothServices`.
 */
export function sharedServices() {
  return canShare() && WORKERS === 1 ? lendServices() : startBothServices(sharedSettings)
}

const sharedSettings = { RATE_LIMIT: 'off' }

const lendServices = shareBetweenFiles(async () => {
  const service = await startBothServices(sharedSettings, atProcessEnd)
  const { deps, identityDeps, proxy } = service
  const restoreDeps = rememberDeps(deps)
  const restoreIdentityDeps = rememberDeps(identityDeps)
  const restoreIdentityRows = await rememberRows(identityDeps.settings.IDENTITY_DATABASE_URL, {
    channel: 'atrium_identity',
    bus: identityDeps.bus,
  })
  const restoreRows = await rememberRows(deps.settings.TASKS_DATABASE_URL, {
    channel: 'atrium_tasks_rights',
    bus: deps.rightsBus,
  })
  return {
    service,
    restore: async () => {
      proxy.restore()
      restoreDeps()
      restoreIdentityDeps()
      await Promise.all([restoreRows(), restoreIdentityRows()])
      await waitUntil(() => deps.announcements.isFresh())
    },
  }
})

/** Starts both services on real sockets, each with its own database, until the end of the test file. */
export async function startBothServices(
  overrides: Record<string, string> = {},
  atEnd: (close: () => unknown) => void = after,
) {
  const identityPort = await freePort()
  const proxy = await openFlakyProxy(identityPort, atEnd)
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
  await identityApp.listen({ host: 'localhost', port: identityPort })
  atEnd(() => identityApp.close())
  const start = async (closeAt: typeof atEnd, prepare = (deps: Deps) => deps) => {
    const deps = prepare(await createDeps(loadTasksSettings(environment), log))
    const app = await createTasksApp(deps)
    recordResponses('tasks', app)
    closeAt(() => app.close())
    deps.announcements.start()
    // The first answer empties the caches.
    if (proxy.isOpen()) await waitUntil(() => deps.announcements.isFresh())
    await useWorkers(app, new URL('../src/main.ts', import.meta.url), environment)
    return { app, deps }
  }
  return {
    ...(await start(atEnd)),
    startInstance: (prepare?: (deps: Deps) => Deps) => start(after, prepare),
    environment,
    identity: identityApp,
    identityDeps,
    proxy,
  }
}

/** The address of the task service on a real socket, which services that files share may have opened before. */
export async function listenOnce({
  app,
  environment: { TASKS_URL },
}: Pick<BothServices, 'app' | 'environment'>) {
  if (!app.server.listening) await app.listen({ host: 'localhost', port: Number(new URL(TASKS_URL).port) })
  return TASKS_URL
}

export type BothServices = Awaited<ReturnType<typeof startBothServices>>
