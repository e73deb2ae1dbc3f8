import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedDatabaseUrl } from '@atrium/database/embedded-postgres'
import { freePort } from '@atrium/testing/free-port'

const main = fileURLToPath(new URL('../apps/console/src/main.ts', import.meta.url))

export type BenchAtrium = Awaited<ReturnType<typeof startAtriumForBench>>

/** Starts Atrium as in production but without rate limits, with a client and a user for the benchmark. */
export async function startAtriumForBench() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const identityPort = await freePort()
  const tasksPort = await freePort()
  const env = {
    ...process.env,
    ATRIUM_DATA: dataFolder,
    IDENTITY_PORT: String(identityPort),
    TASKS_PORT: String(tasksPort),
    RATE_LIMIT: 'off',
  }
  const atrium = spawn(process.execPath, [main, 'up'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>(resolve => atrium.once('exit', () => resolve()))
  for await (const text of atrium.stdout) if (String(text).includes('Atrium is ready')) break
  atrium.stdout.resume()

  const run = (...args: string[]) =>
    JSON.parse(execFileSync(process.execPath, [main, ...args, '--json'], { env, encoding: 'utf8' }))
  const person = { email: 'bench@example.org', password: 'a long enough passphrase' }
  run(
    'user:create',
    '--email',
    person.email,
    '--phone',
    '+12025550123',
    '--surname',
    'Bench',
    '--name',
    'Sam',
    '--password',
    person.password,
  )
  const client = run(
    'client:create',
    '--name',
    'Bench',
    '--grant-types',
    'client_credentials password refresh_token',
    '--scope',
    'user:read',
  ) as {
    client_id: string
    client_secret: string
  }
  const stop = async () => {
    atrium.kill('SIGTERM')
    await ended
  }
  return {
    dataFolder,
    identityDatabaseUrl: embeddedDatabaseUrl(join(dataFolder, 'postgres'), 'identity'),
    tasksDatabaseUrl: embeddedDatabaseUrl(join(dataFolder, 'postgres'), 'tasks'),
    identityUrl: `http://localhost:${identityPort}`,
    tasksUrl: `http://localhost:${tasksPort}`,
    person,
    client,
    run,
    stop,
  }
}
