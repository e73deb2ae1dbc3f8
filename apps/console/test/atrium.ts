import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@atrium/database/embedded-postgres'
import { freePort } from '@atrium/testing/free-port'
import { sharedSigningKeys } from '@atrium/testing/signing-keys'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { runConsole } from '../src/console.ts'
import { prepareInstallation, writeSecret } from '../src/installation.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Where Node finds what it has compiled before. */
export const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

export interface TestInstallation {
  dataFolder: string
  identityUrl: string
  tasksUrl: string
  environment: Record<string, string>
}

/** An installation with its own data folder and ports; its processes are killed at the end of the test file. */
export async function createInstallation(
  overrides: Record<string, string> = {},
): Promise<TestInstallation & { home: string }> {
  const home = mkdtempSync(join(tmpdir(), 'atrium-console-'))
  const dataFolder = join(home, 'data')
  const [identityPort, tasksPort] = [await freePort(), await freePort()]
  after(async () => {
    for (const pid of processesOf(dataFolder)) kill(pid)
    await waitUntilStopped(dataFolder)
    rmSync(home, { recursive: true, force: true })
  })
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ATRIUM_DATA: dataFolder,
    IDENTITY_PORT: String(identityPort),
    TASKS_PORT: String(tasksPort),
    WORKERS: '1',
    ...overrides,
  }
  const identityUrl = `http://localhost:${identityPort}`
  return { home, dataFolder, identityUrl, tasksUrl: `http://localhost:${tasksPort}`, environment }
}

/**
 * Creates an installation with keys and secrets, as commands expect them, but without databases. All installations of a
 * test process have the same signing key, because generating one takes long.
 */
export async function createPreparedInstallation(overrides: Record<string, string> = {}) {
  const installation = await createInstallation(overrides)
  const { OAUTH2_PRIVATE_KEY_PATH, OAUTH2_PUBLIC_KEY_PATH } = sharedSigningKeys()
  const keys = join(installation.dataFolder, 'keys')
  await writeSecret(join(keys, 'private.pem'), readFileSync(OAUTH2_PRIVATE_KEY_PATH, 'utf8'))
  await writeSecret(join(keys, 'public.pem'), readFileSync(OAUTH2_PUBLIC_KEY_PATH, 'utf8'))
  await prepareInstallation(installation.environment)
  return installation
}

/** An installation with keys, secrets and two migrated databases, as most commands expect it. */
export async function createMigratedInstallation(overrides: Record<string, string> = {}) {
  return createPreparedInstallation({ ...(await migratedDatabases()), ...overrides })
}

/** The settings of two databases on the shared test server, with which nothing starts or migrates its own. */
export async function migratedDatabases() {
  return {
    IDENTITY_DATABASE_URL: await createTestDatabase('identity'),
    TASKS_DATABASE_URL: await createTestDatabase('tasks'),
  }
}

/** Starts the embedded database of an installation, so that commands use it instead of starting it each time. */
export function keepDatabaseRunning({ dataFolder }: TestInstallation) {
  return startEmbeddedPostgres(join(dataFolder, 'postgres'), { durable: false })
}

/** Runs a command in this process: starting another takes much longer than most commands. */
export async function run({ environment }: Pick<TestInstallation, 'environment'>, ...args: string[]) {
  const output = { stdout: '', stderr: '' }
  const code = await runConsole(args, () => environment, {
    stdout: { write: text => (output.stdout += text) },
    stderr: { write: text => (output.stderr += text) },
  })
  return { code, ...output }
}

/** Runs a command in its own process until it ends. */
export async function runProcess({ environment }: Pick<TestInstallation, 'environment'>, ...args: string[]) {
  const child = spawnConsole(environment, args)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const code = child.exitCode ?? (await once(child, 'exit'))[0]
  return { code: code as number, stdout, stderr }
}

export interface StartedAtrium {
  child: ChildProcess
  /** Its exit code and error output. */
  ended: Promise<{ code: number | null; stderr: string }>
}

/** Starts `atrium up` without waiting. */
export function start({ environment }: TestInstallation): StartedAtrium {
  const child = spawnConsole(environment, ['up'])
  const stderr = text(child.stderr)
  const ended = once(child, 'exit').then(async ([code]) => ({ code, stderr: await stderr }))
  return { child, ended }
}

export interface RunningAtrium extends StartedAtrium {
  /** What it printed until it was ready. */
  output: string
  /** What it has printed until now. */
  readOutput: () => string
}

/** Starts `atrium up` and waits until it is ready. */
export async function up(installation: TestInstallation): Promise<RunningAtrium> {
  const started = start(installation)
  let output = ''
  const ready = new Promise<void>(resolve => {
    started.child.stdout?.on('data', chunk => {
      output += chunk
      if (output.includes('Atrium is ready')) resolve()
    })
  })
  const failed = started.ended.then(({ stderr }) => {
    throw new Error(`Atrium did not start: ${stderr}`)
  })
  await Promise.race([ready, failed])
  return { ...started, output, readOutput: () => output }
}

/** Runs in a folder without `.env` and without the environment of the test process. */
function spawnConsole(environment: Record<string, string>, args: string[]) {
  return spawn(process.execPath, [main, ...args], {
    cwd: tmpdir(),
    env: { ...environment, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Every running process with the folder in its command line or environment. */
export function processesOf(dataFolder: string) {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => {
    const about = readProcess(pid, 'cmdline') + readProcess(pid, 'environ')
    return pid !== process.pid && about.includes(dataFolder)
  })
}

/** Its command line; empty if it has just ended. */
export function commandOf(pid: number) {
  return readProcess(pid, 'cmdline')
}

export function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has just ended
  }
}

function readProcess(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

export function waitUntilStopped(dataFolder: string) {
  return waitUntil(() => processesOf(dataFolder).length === 0)
}

export function waitForDatabase(dataFolder: string) {
  return waitUntil(() => existsSync(join(dataFolder, 'postgres', 'postmaster.pid')))
}

export async function isListening(url: string) {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
