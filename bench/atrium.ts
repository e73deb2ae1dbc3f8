import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedDatabaseUrl } from '@atrium/database/embedded-postgres'
import { freePort } from '@atrium/testing/free-port'
import pg from 'pg'
import { databaseProcessesOf, processesOf } from './processes.ts'
import type { Report } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = join(root, 'apps/console/src/main.ts')

export type BenchAtrium = Awaited<ReturnType<typeof startAtrium>>

interface Options {
  /** One per service unless stated, because a ceiling is one process, too. */
  workers?: number
  /** The cores of services and database, as `taskset` writes them. */
  cores?: string
  /** What differs from the default settings. */
  settings?: Record<string, string>
}

/** Runs the work with an Atrium of its own, started as in production but without rate limits. */
export async function withAtrium(
  report: Report,
  options: Options,
  work: (atrium: BenchAtrium) => Promise<void>,
) {
  const atrium = await startAtrium(options)
  try {
    await withDatabase(atrium.tasksDatabaseUrl, async database => {
      const { rows } = await database.query('show server_version')
      report.details.set('PostgreSQL', rows[0].server_version)
    })
    await work(atrium)
  } finally {
    await atrium.stop()
    rmSync(atrium.dataFolder, { recursive: true, force: true })
  }
}

export async function withDatabase<T>(connectionString: string, work: (database: pg.Client) => Promise<T>) {
  const database = new pg.Client({ connectionString })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

async function startAtrium({ workers = 1, cores, settings = {} }: Options) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const identityPort = await freePort()
  const tasksPort = await freePort()
  const env = {
    ...process.env,
    ATRIUM_DATA: dataFolder,
    IDENTITY_PORT: String(identityPort),
    TASKS_PORT: String(tasksPort),
    RATE_LIMIT: 'off',
    WORKERS: String(workers),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...settings,
  }
  const [command = '', ...words] = [...(cores ? ['taskset', '-c', cores] : []), process.execPath, main, 'up']
  const atrium = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>(resolve => atrium.once('exit', () => resolve()))
  const kill = () => atrium.kill('SIGTERM')
  process.once('exit', kill) // after an error that nothing catches
  for await (const text of atrium.stdout) if (String(text).includes('Atrium is ready')) break
  atrium.stdout.resume()

  const password = 'a long enough passphrase'
  const person = { email: 'bench@example.org', password }
  const owner = { email: 'bench-owner@example.org', password }
  const run = (command: string, options: Record<string, string> = {}) => runConsole(env, command, options)
  run('user:create', { ...person, phone: '+12025550123', surname: 'Bench', name: 'Sam' })
  run('user:create', { ...owner, phone: '+12025550124', surname: 'Bench', name: 'Kim', role: 'owner' })
  const client = run('client:create', {
    name: 'Bench',
    'grant-types': 'client_credentials password refresh_token',
    scope: 'user:read',
  }) as { client_id: string; client_secret: string }
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
  return {
    pid: atrium.pid as number,
    env,
    dataFolder,
    identityDatabaseUrl: embeddedDatabaseUrl(join(dataFolder, 'postgres'), 'identity'),
    tasksDatabaseUrl: embeddedDatabaseUrl(join(dataFolder, 'postgres'), 'tasks'),
    identityUrl: `http://localhost:${identityPort}`,
    tasksUrl: `http://localhost:${tasksPort}`,
    /** A user without rights outside of their projects. */
    person,
    /** An owner of the installation. */
    owner,
    client,
    run,
    /** Whose CPU time the answers of a service take. */
    processesOf: (service: 'identity' | 'tasks') => ({
      service: () => processesOf(atrium.pid as number, service),
      database: () => databaseProcessesOf(dataFolder),
    }),
    stop,
  }
}

function runConsole(env: NodeJS.ProcessEnv, command: string, options: Record<string, string>) {
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return JSON.parse(
    execFileSync(process.execPath, [main, command, ...words, '--json'], { env, encoding: 'utf8' }),
  )
}
