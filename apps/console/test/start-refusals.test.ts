import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  createInstallation,
  isListening,
  processesOf,
  run,
  runProcess,
  type TestInstallation,
} from './atrium.ts'

/** A start that is refused ends its process, so it leaves its signal handlers behind. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const handlers = signals.map(signal => process.listeners(signal))
after(() => {
  for (const [index, signal] of signals.entries()) {
    process.removeAllListeners(signal)
    for (const handler of handlers[index] ?? []) process.on(signal, handler)
  }
})

describe('a start that cannot succeed is refused with a message, and', { concurrency: 3 }, () => {
  test('a port in use is reported, and the process ends', async () => {
    const installation = await createInstallation()
    const port = Number(installation.environment.TASKS_PORT)
    const other = createServer().listen(port, '127.0.0.1')
    after(() => other.close())
    await once(other, 'listening')
    await assertRefused(
      installation,
      `Port ${port} is already in use. Stop the process that uses it, or set IDENTITY_PORT or TASKS_PORT.\n`,
      runProcess,
    )
  })

  test('an old Node is reported', () => {
    const launcher = fileURLToPath(new URL('../../../bin/atrium.mjs', import.meta.url))
    const older =
      "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })"
    const { status, stderr } = spawnSync(process.execPath, ['--import', older, launcher, 'up'], {
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.equal(
      stderr,
      'Atrium needs Node 24 or newer, but this is Node 20.19.0: install a newer one from https://nodejs.org.\n',
    )
  })

  test('an unwritable data folder is reported', async () => {
    const { home, ...installation } = await createInstallation()
    writeFileSync(join(home, 'file'), '')
    const dataFolder = join(home, 'file', 'data')
    const environment = { ...installation.environment, ATRIUM_DATA: dataFolder }
    const message = `Cannot write to the data folder ${dataFolder}: ENOTDIR.\n`
    await assertRefused({ ...installation, environment }, message)
  })

  test('a data folder that cannot be created is reported', async () => {
    const installation = await createInstallation({ ATRIUM_DATA: '/proc/atrium/data' })
    await assertRefused(installation, /^Cannot write to the data folder \/proc\/atrium\/data: E\w+\.\n$/)
  })

  test('invalid settings of the first owner are reported', async () => {
    const installation = await createInstallation({
      ATRIUM_OWNER_EMAIL: 'nobody',
      ATRIUM_OWNER_PASSWORD: 'short',
    })
    const message =
      'Invalid settings: ATRIUM_OWNER_EMAIL must be an email address; ATRIUM_OWNER_PASSWORD must have at least 8 characters.\n'
    await assertRefused(installation, message)
  })

  test('all malformed settings are reported', async () => {
    const installation = await createInstallation({
      IDENTITY_PORT: 'four',
      LOG_LEVEL: 'loud',
      OUTBOUND_ALLOW: '10.0.0.0/8,http://n8n.lan:5678',
      WORKERS: 'many',
    })
    await assertRefused(
      installation,
      /^Invalid settings: .*LOG_LEVEL must be one of: .*; OUTBOUND_ALLOW must be networks and host names separated by commas, .*; WORKERS must be auto or a number from 1 to 128; IDENTITY_PORT must be a/,
    )
  })

  test('a damaged key is reported', async () => {
    const installation = await createInstallation()
    const keys = join(installation.dataFolder, 'keys')
    mkdirSync(keys, { recursive: true })
    for (const name of ['private.pem', 'public.pem']) writeFileSync(join(keys, name), 'not a key')
    await assertRefused(installation, /^OAUTH2_\w+_KEY_PATH must name an RSA key .*\.pem\n$/)
  })

  test('a damaged database is reported', async () => {
    const installation = await createInstallation()
    mkdirSync(join(installation.dataFolder, 'postgres'), { recursive: true, mode: 0o700 })
    await assertRefused(installation, /^The embedded database does not start: .*postgres\.log\)\n$/)
  })

  test('an unreachable external database is reported', async () => {
    const unreachable = 'postgres://user@127.0.0.1:1/none'
    const installation = await createInstallation({
      IDENTITY_DATABASE_URL: unreachable,
      TASKS_DATABASE_URL: unreachable,
    })
    await assertRefused(installation, /^The database does not answer: .*ECONNREFUSED.*\n$/)
  })
})

/** Starts in this process by default: another takes much longer to load than to be refused. */
async function assertRefused(installation: TestInstallation, message: string | RegExp, runConsole = run) {
  const { code, stderr } = await runConsole(installation, 'up')
  if (typeof message === 'string') assert.equal(stderr, message)
  else assert.match(stderr, message)
  assert.equal(stderr.trimEnd().split('\n').length, 1)
  assert.equal(code, 1)
  assert.deepEqual(processesOf(installation.dataFolder), [])
  assert.equal(await isListening(installation.identityUrl), false)
}
