import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { compileCache, createInstallation, migratedDatabases, run, type TestInstallation } from './atrium.ts'

const installation = await createInstallation(await migratedDatabases())
const { dataFolder, environment, identityUrl, tasksUrl } = installation

test('init creates keys, secrets and an owner, once', async () => {
  const first = JSON.parse((await run(installation, 'init', '--json')).stdout)
  assert.deepEqual([first.dataFolder, first.owner.email], [dataFolder, 'owner@atrium.local'])
  assert.ok(first.owner.password)
  for (const file of ['secrets.env', 'keys/private.pem', 'owner-password'])
    assert.ok(existsSync(join(dataFolder, file)), file)
  assert.deepEqual(JSON.parse((await run(installation, 'init', '--json')).stdout), {
    dataFolder,
    owner: null,
  })
})

test('where an embedded database would not last, init refuses to create one', async () => {
  const { environment, dataFolder } = await createInstallation({ EMBEDDED_DATABASE: 'off' })
  const { code, stderr } = await run({ environment }, 'init')
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^Set IDENTITY_DATABASE_URL and TASKS_DATABASE_URL: the embedded database is turned off here/,
  )
  assert.equal(existsSync(join(dataFolder, 'postgres')), false)
  const complete = { ...installation.environment, EMBEDDED_DATABASE: 'off' }
  assert.equal((await run({ environment: complete }, 'init')).code, 0)
})

test('init can create keys and secrets alone, for an installation elsewhere', async () => {
  const elsewhere = await createInstallation()
  const { code, stdout } = await run(elsewhere, 'init', '--keys-only', '--json')
  assert.deepEqual([code, JSON.parse(stdout)], [0, { dataFolder: elsewhere.dataFolder, owner: null }])
  assert.deepEqual(readdirSync(elsewhere.dataFolder).sort(), ['keys', 'secrets.env'])
})

longTest('services that are started alone find the keys and secrets in the data folder', async () => {
  const addresses = { IDENTITY_URL: identityUrl, TASKS_URL: tasksUrl, FRONTEND_URL: `${tasksUrl}/app/` }
  const others = { MAIL_URL: `file:${dataFolder}/mail`, STORAGE_URL: `file:${dataFolder}/files` }
  start('identity', { ...environment, ...addresses, ...others })
  start('tasks', { ...environment, ...addresses, ...others })
  await waitUntil(async () => {
    const response = await fetch(`${tasksUrl}/readyz`).catch(() => undefined)
    const ready = (await response?.json()) as { identity?: string } | undefined
    return ready?.identity === 'ok'
  })
})

function start(name: string, env: TestInstallation['environment']) {
  const main = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
}
