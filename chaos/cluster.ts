import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  embeddedDatabaseUrl,
  ensureDatabase,
  startEmbeddedPostgres,
} from '@atrium/database/embedded-postgres'
import { freePort } from '@atrium/testing/free-port'
import { type ProxyName, startSampleProxy } from '@atrium/testing/sample-proxies'
import { prepareInstallation } from '../apps/console/src/installation.ts'

/** The folder of this release. */
export const currentRelease = fileURLToPath(new URL('../', import.meta.url))

export interface ClusterOptions {
  proxy: ProxyName
  /** Where the database keeps its files; in the folder of the cluster unless stated. */
  databaseFolder?: string
  /** Databases that the scenario runs itself, by name; the cluster then has no PostgreSQL of its own. */
  databaseUrl?: (name: Service) => string
  /** Further settings of all instances, or of one of them. */
  settings?: Record<string, string>
  settingsOf?: (service: Service, number: number) => Record<string, string>
  /** The folder of the release that sets everything up and that the instances run; this one unless stated. */
  release?: string
}

export type Service = 'identity' | 'tasks'
export type Cluster = Awaited<ReturnType<typeof startCluster>>
type Instance = Awaited<ReturnType<typeof startInstance>>

/** Two instances of each service behind a proxy, on a PostgreSQL of their own: as docs/operations.md describes it. */
export async function startCluster({ proxy, settings, settingsOf, ...options }: ClusterOptions) {
  const firstRelease = options.release ?? currentRelease
  const folder = mkdtempSync(join(tmpdir(), 'atrium-chaos-'))
  const databaseFolder = options.databaseFolder ?? join(folder, 'postgres')
  const database = { server: options.databaseUrl ? undefined : await startDatabase(databaseFolder) }
  const databaseUrl = options.databaseUrl ?? (name => embeddedDatabaseUrl(databaseFolder, name))
  const proxyPorts = { identity: await freePort(), tasks: await freePort() }
  const urls = urlsOf(proxyPorts)
  const installation = await prepareInstallation({
    ...process.env,
    ATRIUM_DATA: join(folder, 'data'),
    IDENTITY_DATABASE_URL: databaseUrl('identity'),
    TASKS_DATABASE_URL: databaseUrl('tasks'),
    IDENTITY_URL: urls.identity,
    TASKS_URL: urls.tasks,
    IDENTITY_INTERNAL_URL: urls.identity,
    TASKS_INTERNAL_URL: urls.tasks,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: 'off',
    DRAIN_SECONDS: '5',
    ...settings,
  })
  const runIn = (release: string, env: NodeJS.ProcessEnv, words: string[]) =>
    execFileSync(process.execPath, [programOf(release, 'console'), ...words, '--json'], {
      env,
      encoding: 'utf8',
    })
  const runFirst = (...words: string[]) => runIn(firstRelease, installation.environment, words)
  runFirst('migrate')
  const environment = { ...installation.environment, ...createTasksClient(runFirst, urls.tasks) }

  const upstreams = {
    identity: [await freePort(), await freePort()] as [number, number],
    tasks: [await freePort(), await freePort()] as [number, number],
  }
  const start = (service: Service, number: number, release = firstRelease) =>
    startInstance(programOf(release, service), service, upstreams[service][number] as number, {
      ...environment,
      ...settingsOf?.(service, number),
    })
  const instances: Record<Service, [Instance, Instance]> = {
    identity: [await start('identity', 0), await start('identity', 1)],
    tasks: [await start('tasks', 0), await start('tasks', 1)],
  }
  const proxyFolder = join(folder, 'proxy')
  mkdirSync(proxyFolder)
  const front = await startSampleProxy(proxy, proxyFolder, proxyPorts, upstreams)

  return {
    premises: {
      identityUrl: urls.identity,
      tasksUrl: urls.tasks,
      identityDatabaseUrl: databaseUrl('identity'),
      tasksDatabaseUrl: databaseUrl('tasks'),
      client: { id: environment.TASKS_CLIENT_ID, secret: environment.TASKS_CLIENT_SECRET },
    },
    /** Of the instances, behind the proxy. */
    ports: upstreams,
    instances,
    run: (...words: string[]) => runIn(firstRelease, environment, words),
    /** As an administrator does with the next release, while this one runs. */
    upgrade: () => runIn(currentRelease, environment, ['upgrade', '--no-backup']),
    databaseFolder,
    databaseProcess: () =>
      Number(readFileSync(join(databaseFolder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    /** After a crash, as systemd or an operator does. */
    async restartDatabase() {
      database.server = await startDatabase(databaseFolder)
    },
    async restart(service: Service, number: number, release?: string) {
      instances[service][number] = await start(service, number, release)
    },
    async stop() {
      await Promise.all(
        Object.values(instances).flatMap(pair => pair.map(instance => instance.stop('SIGKILL'))),
      )
      await front.stop()
      await database.server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startDatabase(folder: string) {
  const server = await startEmbeddedPostgres(folder)
  for (const name of ['identity', 'tasks']) await ensureDatabase(server.databaseUrl(name))
  return server
}

function urlsOf(ports: Record<Service, number>) {
  return { identity: `http://localhost:${ports.identity}`, tasks: `http://localhost:${ports.tasks}` }
}

function programOf(release: string, program: Service | 'console') {
  return join(release, 'apps', program, 'src', 'main.ts')
}

/** As `atrium up` and `atrium init` do it, but in a way that every release has. */
function createTasksClient(run: (...words: string[]) => string, tasksUrl: string) {
  const { client_id, client_secret } = JSON.parse(
    run(
      'client:create',
      ...['--name', 'Tasks', '--scope', 'user:read', '--redirect-uri', `${tasksUrl}/auth/callback`],
      ...['--grant-types', 'authorization_code refresh_token password client_credentials'],
    ),
  )
  return { TASKS_CLIENT_ID: client_id, TASKS_CLIENT_SECRET: client_secret }
}

async function startInstance(
  program: string,
  service: Service,
  port: number,
  environment: NodeJS.ProcessEnv,
) {
  const child = spawn(process.execPath, [program], {
    env: {
      ...environment,
      [`${service.toUpperCase()}_PORT`]: String(port),
      LOG_LEVEL: process.env.CHAOS_LOG ?? 'silent',
    },
    stdio: ['ignore', 'ignore', process.env.CHAOS_LOG ? 'inherit' : 'ignore', 'ipc'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let isStopped = false
  void ended.then(() => {
    isStopped = true
  })
  await Promise.race([
    new Promise(resolve => child.once('message', resolve)),
    ended.then(() => {
      throw new Error(`The ${service} service stopped while starting`)
    }),
  ])
  return {
    pid: child.pid as number,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (!isStopped) child.kill(signal)
      await ended
    },
  }
}
