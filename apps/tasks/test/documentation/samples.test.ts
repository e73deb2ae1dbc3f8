import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { createBrowser, hiddenFields } from '@atrium/testing/browser'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { startWorker } from '#worker.ts'
import { createApplication, personalToken } from '../api-clients.ts'
import { startBothServices } from '../both-services.ts'
import { isAnswering, startProgram } from '../sample-programs.ts'
import { createTeam, type Team } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1' })
const { IDENTITY_URL, TASKS_URL } = services.environment
const samples = fileURLToPath(new URL('../../../../docs/samples/', import.meta.url))
let team: Team
let environment: NodeJS.ProcessEnv

before(async () => {
  await services.app.listen({ host: 'localhost', port: Number(new URL(TASKS_URL).port) })
  team = await createTeam(services)
  const TOKEN = await personalToken(services, team.owner)
  environment = { ...process.env, IDENTITY_URL, TASKS_URL, TOKEN, BOARD_ID: String(team.boardId) }
})

async function shell(name: string, folder = 'call-the-api', more = {}) {
  const script = join(samples, folder, name)
  const { stdout } = await promisify(execFile)('sh', ['-e', script], { env: { ...environment, ...more } })
  return JSON.parse(stdout)
}

test('the shell samples of “Call the API” work', async () => {
  assert.equal((await shell('first-call.sh')).item.id, team.owner.id)
  const created = await shell('create-task.sh')
  assert.equal(created.item.title, 'Book the venue')
  assert.equal((await shell('create-task.sh')).item.id, created.item.id)
  await team.owner.call('POST', `/task/${created.item.id}/assign`, { assigneeId: team.owner.id })
  const { items, _meta } = await shell('list-tasks.sh')
  assert.deepEqual([items[0].id, _meta], [created.item.id, { total: 1, page: 1, limit: 50, pages: 1 }])
})

test('the shell sample of “Service accounts” makes a call as a robot', async () => {
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = await createApplication(services, 'Builder')
  const { item } = await shell('robot.sh', 'service-accounts', { CLIENT_ID, CLIENT_SECRET })
  assert.deepEqual([item.name, item.isRobot], ['Builder', true])
})

test('the sample of “Connect an agent” lists tasks over MCP', async () => {
  await team.owner.call('POST', '/task', {
    title: 'Due',
    columnId: team.toDo,
    assigneeId: team.owner.id,
    dueDate: '2026-01-05',
  })
  const { stdout } = await promisify(execFile)(process.execPath, [join(samples, 'mcp/client.mjs')], {
    env: environment,
  })
  assert.match(stdout, /^WEB-\d+ Due http/m)
})

for (const [program, file] of [
  [process.execPath, 'receiver.mjs'],
  ['python3', 'receiver.py'],
] as const) {
  const isMissing = spawnSync(program, ['--version']).status !== 0
  test(`the sample ${file} receives webhooks, once, and only from Atrium`, {
    skip: isMissing && `${program} is not installed`,
  }, async () => {
    const PORT = String(await freePort())
    const RECEIVER_URL = `http://127.0.0.1:${PORT}/`
    const PROJECT_ID = String(team.project.id)
    const { item: webhook } = await shell('create-webhook.sh', 'webhooks', { RECEIVER_URL, PROJECT_ID })
    const { output } = startProgram(program, [join(samples, 'webhooks', file)], {
      ...process.env,
      WEBHOOK_SECRET: webhook.secret,
      PORT,
    })
    await waitUntil(() => isAnswering(RECEIVER_URL))
    const worker = await startWorker(services.deps)
    await team.owner.call('POST', '/task', { title: `For ${file}`, columnId: team.toDo })
    const line = new RegExp(`^task\\.created WEB-\\d+ For ${file} by Sam Sample$`, 'gm')
    await waitUntil(() => line.test(output()))
    await team.owner.call('POST', `/webhook/${webhook.id}/rotate-secret`)
    const delivered = async () =>
      (await team.owner.call('GET', `/webhook/${webhook.id}/delivery?status=delivered`)).json().items
    await waitUntil(async () => (await delivered()).length === 1)
    const [{ id, attempts }] = await delivered()
    assert.equal(attempts[0].status, 204)
    await team.owner.call('POST', `/webhook/delivery/${id}/resend`)
    await waitUntil(async () => (await delivered())[0]?.attempts.length === 2)
    assert.equal(output().match(line)?.length, 1, 'the message is known')
    const forged = {
      method: 'POST',
      body: '{}',
      headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    }
    assert.equal((await fetch(RECEIVER_URL, forged)).status, 401)
    await worker.stop()
    await team.owner.call('DELETE', `/webhook/${webhook.id}`)
  })
}

test('the sample of “Connect a git host” links a pull request', async () => {
  const { item: repository } = (
    await team.owner.call('POST', `/project/${team.project.id}/repository`, { name: 'shop' })
  ).json()
  const { item: task } = (
    await team.owner.call('POST', '/task', { title: 'Linked', columnId: team.toDo })
  ).json()
  const { address: ADDRESS, secret: SECRET } = repository
  const answer = await shell('send-event.sh', 'git', { ADDRESS, SECRET, TASK_KEY: `WEB-${task.number}` })
  assert.equal(answer.message, 'Event received')
  const { items } = (await team.owner.call('GET', `/task/${task.id}/link`)).json()
  assert.deepEqual([items[0].kind, items[0].state], ['pull_request', 'open'])
})

test('the guide shows the error that its sample gets', async () => {
  const guide = readFileSync(join(samples, '../guides/call-the-api.md'), 'utf8')
  const [shown = ''] = guide.match(/(?<=```json\n)\{"error"[\s\S]*?(?=\n```)/) ?? []
  const actual = await shell('invalid-task.sh')
  assert.deepEqual(actual, JSON.parse(shown))
})

test('the stream sample prints the changes of a board', async () => {
  const script = join(samples, 'call-the-api/follow-board.sh')
  const { process: stream, output } = startProgram('sh', ['-e', script], environment)
  await waitUntil(() => output().includes('event: place'))
  await team.owner.call('POST', '/task', { title: 'Seen live', columnId: team.toDo })
  await waitUntil(() => output().includes('"title":"Seen live"'))
  if (stream.pid) process.kill(-stream.pid)
})

const python = spawnSync('python3', ['--version']).status === 0

test('the Node sample signs a user in', () => signInTo(process.execPath, 'server.mjs'))
test('the Python sample signs a user in', { skip: !python && 'python3 is not installed' }, () =>
  signInTo('python3', 'server.py'),
)

/** Starts the sample application and does what a browser does. */
async function signInTo(program: string, file: string) {
  const APP_URL = `http://localhost:${await freePort()}`
  const { clientId, clientSecret } = await createClient(
    services.identityDeps,
    {
      name: 'Wiki',
      grantTypes: 'authorization_code',
      scope: 'openid profile email',
      redirectUris: [`${APP_URL}/callback`],
      postLogoutRedirectUris: [`${APP_URL}/`],
      resources: [],
      isPublic: false,
    },
    { isTrusted: true },
  )
  const credentials = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret ?? '' }
  const { output } = startProgram(program, [join(samples, 'sign-in-with-atrium', file)], {
    ...process.env,
    ISSUER: IDENTITY_URL,
    APP_URL,
    ...credentials,
  })
  await waitUntil(() => isAnswering(APP_URL))

  const browser = createBrowser()
  assert.match(await browser.open(APP_URL), /Sign in/)
  const page = await browser.open(`${APP_URL}/login`)
  const { email, password } = team.owner
  const form = { ...hiddenFields(page), username: email, password }
  const shown = await browser.open(`${IDENTITY_URL}/auth/authorize`, form)
  assert.ok(shown.includes(`Hello Sam Sample (${email})`), shown + output())
  assert.match(await browser.open(`${APP_URL}/login`), /Hello Sam/) // signed in at Atrium already
  assert.match(await browser.open(`${APP_URL}/logout`, {}), /^<a href="\/login">Sign in/)
  assert.match(await browser.open(`${APP_URL}/login`), /type="password"/)

  const forged = await fetch(`${APP_URL}/callback?code=1&state=2&iss=${encodeURIComponent(IDENTITY_URL)}`)
  assert.equal(forged.status, 400)
}

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync)

test('nginx accepts its sample', { skip: !nginx && 'nginx is not installed' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-nginx-'))
  after(() => rmSync(folder, { recursive: true }))
  const sample = readFileSync(join(samples, 'sign-in-with-atrium/nginx.conf'), 'utf8')
  const server = sample
    .replace('listen 443 ssl;', `listen 127.0.0.1:${await freePort()};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/pid; events {} http { access_log off; ${server} }`)
  const { status, stderr } = spawnSync(nginx ?? '', ['-t', '-p', folder, '-c', file, '-e', 'stderr'], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})
