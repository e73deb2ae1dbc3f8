import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { bundleFolder } from '@atrium/core/bundle'
import { version } from '@atrium/core/version'
import { freePort } from '@atrium/testing/free-port'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import {
  commandOf,
  createInstallation,
  createMigratedInstallation,
  isListening,
  processesOf,
  run,
  runProcess,
  start,
  type TestInstallation,
  up,
  waitForDatabase,
  waitUntilStopped,
} from './atrium.ts'
import { requestToken, signIn } from './identity.ts'

const installation = await createInstallation()
const { dataFolder, identityUrl, tasksUrl } = installation
const client = { id: '', secret: '' }
let running = await up(installation)

test('the first start prints the URLs and how the owner signs in', async () => {
  const { output } = running
  assert.match(output, new RegExp(`Tasks +${tasksUrl}/app/\n`))
  assert.match(output, new RegExp(`Identity +${identityUrl}\n`))
  assert.match(output, new RegExp(`Admin +${identityUrl}/admin\n`))
  assert.match(output, new RegExp(`Data +${dataFolder}\n`))
  assert.match(output, /\nAtrium is ready\. Press Ctrl\+C to stop\.\n$/)
  assert.doesNotMatch(output, /cookies/i)
  const [, email = '', password = ''] = output.match(/Sign in as (\S+) with the password (\S+)\n/) ?? []
  assert.equal(readFileSync(join(dataFolder, 'owner-password'), 'utf8'), `${password}\n`)
  assert.equal(await signIn(installation, email, password), 200)
})

test('the services run from a bundle of their current sources', () => {
  assert.ok(existsSync(bundleFolder() ?? ''))
})

test('the logs and /healthz name the version', async () => {
  for (const [name, url] of [
    ['identity', identityUrl],
    ['tasks', tasksUrl],
  ] as const) {
    assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), {
      status: 'ok',
      version,
      maintenance: false,
    })
    const readLog = () => readFileSync(join(dataFolder, 'logs', `${name}.log`), 'utf8')
    await waitUntil(() => readLog().includes(`"version":"${version}","msg":"the service is ready"`))
  }
})

test('the metrics token is generated at the first start', async () => {
  const { METRICS_TOKEN = '' } = parseEnv(readFileSync(join(dataFolder, 'secrets.env'), 'utf8'))
  for (const url of [identityUrl, tasksUrl]) {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    assert.equal((await fetch(`${url}/metrics`)).status, 401)
    assert.equal((await fetch(`${url}/metrics`, { headers })).status, 200)
  }
})

longTest(
  'a start with cookies that browsers refuse says what to do; a given password is neither printed nor saved, and when a service dies, everything else stops',
  async () => {
    const password = 'a-Password-of-Their-own-7'
    const own = await createMigratedInstallation({
      ATRIUM_OWNER_PASSWORD: password,
      TASKS_URL: 'http://tasks.example.test',
    })
    const { output, ended } = await up(own)
    assert.match(
      output,
      /Browsers do not send Secure cookies to http:\/\/tasks\.example\.test, .*\n.*COOKIE_SECURE=false/,
    )
    assert.match(output, /Sign in as owner@atrium\.local with the password from ATRIUM_OWNER_PASSWORD\n/)
    assert.equal(output.includes(password), false)
    assert.equal(existsSync(join(own.dataFolder, 'owner-password')), false)
    assert.equal(await signIn(own, 'owner@atrium.local', password), 200)
    const logs = ['identity', 'tasks'].map(name =>
      readFileSync(join(own.dataFolder, 'logs', `${name}.log`), 'utf8'),
    )
    assert.equal(logs.join('').includes(password), false)

    const service = processesOf(own.dataFolder).find(pid => commandOf(pid).includes('apps/tasks/src/main.ts'))
    assert.ok(service)
    process.kill(service, 'SIGKILL')
    const stderr = 'The tasks service stopped unexpectedly, so Atrium is shutting down. See its log.\n'
    assert.deepEqual(await ended, { code: 1, stderr })
    await assertStopped(own)
  },
)

test('the printed URLs work', async () => {
  for (const url of [`${identityUrl}/readyz`, `${tasksUrl}/readyz`, `${tasksUrl}/app/`]) {
    assert.equal((await fetch(url)).status, 200, url)
  }
})

test('only their owner can read keys, secrets and logs', () => {
  const own = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
  const paths = own.map(entry => ({ entry, path: join(entry.parentPath, entry.name) }))
  const files = paths.filter(({ entry, path }) => entry.isFile() && !path.includes('/postgres/'))
  const names = files.map(({ path }) => path.slice(dataFolder.length + 1)).sort()
  for (const name of ['keys/private.pem', 'logs/identity.log', 'logs/tasks.log', 'secrets.env']) {
    assert.ok(names.includes(name), name)
  }
  for (const { path } of files) assert.equal(statSync(path).mode & 0o777, 0o600, path)
})

test('a client created while Atrium runs works at once', async () => {
  const { stdout } = await runProcess(installation, ...newClient, '--json')
  const { client_id, client_secret } = JSON.parse(stdout)
  Object.assign(client, { id: client_id, secret: client_secret })
  assert.equal(await requestToken(installation, client.id, client.secret), 200)
})

test('a disabled client does not work until it is enabled', async () => {
  const disabled = await run(installation, 'client:disable', client.id)
  assert.deepEqual([disabled.code, disabled.stdout], [0, `Client ${client.id} disabled.\n`])
  assert.equal(await requestToken(installation, client.id, client.secret), 401)
  assert.equal((await run(installation, 'client:enable', client.id)).code, 0)
  assert.equal(await requestToken(installation, client.id, client.secret), 200)
})

test('a new client secret replaces the old one', async () => {
  const { stdout } = await run(installation, 'client:rotate-secret', client.id, '--json')
  const secret = JSON.parse(stdout).client_secret
  assert.equal(await requestToken(installation, client.id, client.secret), 401)
  assert.equal(await requestToken(installation, client.id, secret), 200)
  client.secret = secret
})

test('a user created while Atrium runs can sign in', async () => {
  const { stdout } = await run(installation, ...newUser, '--json')
  const { email, password } = JSON.parse(stdout)
  assert.equal(await signIn(installation, email, password), 200)
})

test('a locked-out user can be unlocked or get a new password', async () => {
  const email = 'ann@example.org'
  const before = JSON.parse((await run(installation, 'user:password', email, '--json')).stdout).password
  assert.equal(await signIn(installation, email, before), 200)
  await lockOut(email)
  assert.notEqual(await signIn(installation, email, before), 200)
  assert.equal((await run(installation, 'user:unlock', email)).stdout, `${email} can sign in again.\n`)
  assert.equal(await signIn(installation, email, before), 200)

  await lockOut(email)
  const given = 'another long enough passphrase'
  const { code, stdout } = await run(installation, 'user:password', email, '--password', given)
  assert.deepEqual([code, stdout], [0, `${email} has a new password and is signed out on all devices.\n`])
  assert.equal(await signIn(installation, email, given), 200)
  assert.equal(await signIn(installation, email, before), 401)
})

async function lockOut(email: string) {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if ((await signIn(installation, email, `wrong ${attempt}`)) === 429) return
  }
}

test('migrate has nothing to do', async () => {
  const { code, stdout } = await run(installation, 'migrate')
  assert.deepEqual([code, stdout], [0, 'Both databases are up to date.\n'])
})

test('a second start with the same data folder is refused', async () => {
  const ports = { IDENTITY_PORT: String(await freePort()), TASKS_PORT: String(await freePort()) }
  const second = { ...installation, environment: { ...installation.environment, ...ports } }
  const { code, stderr } = await runProcess(second, 'up')
  assert.deepEqual([code, stderr], [1, `Atrium is already running on ${dataFolder}/postgres\n`])
  assert.equal(await isListening(identityUrl), true)
})

test('a kill -9 leaves no process running', async () => {
  running.child.kill('SIGKILL')
  await waitUntilStopped(dataFolder)
  assert.equal(await isListening(identityUrl), false)
})

test('the next start finds the same data and does not print the password', async () => {
  running = await up(installation)
  assert.doesNotMatch(running.output, /Sign in as|password/)
  assert.equal(await requestToken(installation, client.id, client.secret), 200)
})

test('SIGINT ends open streams and unused connections at once and waits for requests, which the terminal says', async () => {
  const { child, ended, readOutput } = running
  const stream = await openStream(installation)
  const unused = connect(Number(new URL(tasksUrl).port), 'localhost')
  await once(unused, 'connect')
  const upload = connect(Number(new URL(tasksUrl).port), 'localhost')
  upload.write('POST /user/login HTTP/1.1\r\nHost: tasks\r\nContent-Type: application/json\r\n')
  upload.write('Content-Length: 100\r\nExpect: 100-continue\r\n\r\n')
  await once(upload, 'data') // the request has arrived
  child.kill('SIGINT')
  assert.match(await text(stream), /server_shutdown/)
  assert.equal(await text(unused), '')
  await waitUntil(() => readOutput().includes('Waiting for the tasks service to finish its requests…\n'))
  upload.destroy()
  assert.deepEqual(await ended, { code: 0, stderr: '' })
  assert.match(readOutput(), /to stop\.\nStopping…\n/)
  assert.doesNotMatch(readOutput(), /unanswered/)
  await assertStopped(installation)
})

/** The event stream of an open tab. */
async function openStream({ dataFolder, tasksUrl }: TestInstallation) {
  const password = readFileSync(join(dataFolder, 'owner-password'), 'utf8').trim()
  const signedIn = await fetch(`${tasksUrl}/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'owner@atrium.local', password }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const authorized = { headers: { authorization: `Bearer ${token}` } }
  const issued = (await (await fetch(`${tasksUrl}/events/token`, authorized)).json()) as { token: string }
  const { body } = await fetch(`${tasksUrl}/events?token=${issued.token}`)
  assert.ok(body)
  return body
}

longTest('a start can be interrupted by SIGTERM', async () => {
  const { child, ended } = start(installation)
  await waitForDatabase(dataFolder)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, { code: 0, stderr: '' })
  await assertStopped(installation)
})

const newClient = [
  'client:create',
  ...['--name', 'Sample', '--grant-types', 'client_credentials', '--scope', 'user:read'],
]
const newUser = [
  'user:create',
  ...['--email', 'ann@example.org', '--phone', '+12025550123', '--surname', 'Smith', '--name', 'Ann'],
]

async function assertStopped({ dataFolder, identityUrl, tasksUrl }: TestInstallation) {
  assert.deepEqual(processesOf(dataFolder), [])
  assert.equal(await isListening(identityUrl), false)
  assert.equal(await isListening(tasksUrl), false)
}
