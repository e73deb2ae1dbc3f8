import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { personalToken } from './api-clients.ts'
import { startBothServices } from './both-services.ts'
import { createTeam, type Team } from './team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const { IDENTITY_URL, TASKS_URL } = services.environment
const samples = fileURLToPath(new URL('../../../docs/samples/', import.meta.url))
let team: Team
let environment: NodeJS.ProcessEnv

before(async () => {
  await services.app.listen({ host: 'localhost', port: Number(new URL(TASKS_URL).port) })
  team = await createTeam(services)
  const TOKEN = await personalToken(services, team.owner)
  environment = { ...process.env, IDENTITY_URL, TASKS_URL, TOKEN, BOARD_ID: String(team.boardId) }
})

async function shell(name: string) {
  const script = join(samples, 'call-the-api', name)
  const { stdout } = await promisify(execFile)('sh', ['-e', script], { env: environment })
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

test('the guide shows the error that its sample gets', async () => {
  const guide = readFileSync(join(samples, '../guides/call-the-api.md'), 'utf8')
  const [shown = ''] = guide.match(/(?<=```json\n)\{"error"[\s\S]*?(?=\n```)/) ?? []
  const actual = await shell('invalid-task.sh')
  assert.deepEqual(actual, JSON.parse(shown))
})

test('the stream sample prints the changes of a board', async () => {
  const script = join(samples, 'call-the-api/follow-board.sh')
  const { process: stream, output } = start('sh', ['-e', script], environment)
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
  const { output } = start(program, [join(samples, 'sign-in-with-atrium', file)], {
    ...process.env,
    ISSUER: IDENTITY_URL,
    APP_URL,
    ...credentials,
  })
  await waitUntil(() =>
    fetch(APP_URL).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

  const browser = createBrowser()
  assert.match(await browser.open(APP_URL), /Sign in/)
  const page = await browser.open(`${APP_URL}/login`)
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)]))
  const { email, password } = team.owner
  const shown = await browser.open(`${IDENTITY_URL}/auth/authorize`, { ...form, username: email, password })
  assert.ok(shown.includes(`Hello Sam Sample (${email})`), shown + output())
  assert.match(await browser.open(`${APP_URL}/login`), /Hello Sam/) // signed in at Atrium already
  assert.match(await browser.open(`${APP_URL}/logout`, {}), /^<a href="\/login">Sign in/)
  assert.match(await browser.open(`${APP_URL}/login`), /type="password"/)

  const forged = await fetch(`${APP_URL}/callback?code=1&state=2&iss=${encodeURIComponent(IDENTITY_URL)}`)
  assert.equal(forged.status, 400)
}

function unescaped(text: string) {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** Follows redirects and keeps cookies, by host. */
function createBrowser() {
  const cookies = new Map<string, string>()
  return {
    async open(address: string, form?: Record<string, string>): Promise<string> {
      const { host, origin } = new URL(address)
      const response = await fetch(address, {
        redirect: 'manual',
        headers: { accept: 'text/html', origin, cookie: cookieHeader(host) },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
        cookies.set(`${host} ${name}`, value)
      }
      const location = response.headers.get('location')
      return location ? this.open(new URL(location, address).href) : response.text()
    },
  }

  function cookieHeader(host: string) {
    const own = [...cookies].filter(([key]) => key.startsWith(`${host} `))
    return own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ')
  }
}

function start(program: string, words: string[], env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(program, words, {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  after(() => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid)
  })
  return { process: child, output: () => output }
}

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync)

test('nginx accepts its sample', { skip: !nginx && 'nginx is not installed' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-nginx-'))
  after(() => rmSync(folder, { recursive: true }))
  const sample = readFileSync(join(samples, 'sign-in-with-atrium/nginx.conf'), 'utf8')
  const server = sample.replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/pid; events {} http { access_log off; ${server} }`)
  const { status, stderr } = spawnSync(nginx ?? '', ['-t', '-p', folder, '-c', file, '-e', 'stderr'], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})

const apache = ['/usr/sbin/apache2', '/usr/sbin/httpd'].find(existsSync)
const modules = '/usr/lib/apache2/modules'
const lacksApache = !apache || !existsSync(`${modules}/mod_auth_openidc.so`)

test('Apache accepts its sample', {
  skip: lacksApache && 'Apache with mod_auth_openidc is not installed',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-apache-'))
  after(() => rmSync(folder, { recursive: true }))
  const names = [
    'mpm_event',
    'authn_core',
    'authz_core',
    'authz_user',
    'headers',
    'proxy',
    'proxy_http',
    'auth_openidc',
  ]
  const loaded = names.map(name => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
  const file = join(folder, 'apache.conf')
  const include = `Include ${join(samples, 'sign-in-with-atrium/apache.conf')}`
  writeFileSync(file, [...loaded, 'ServerName localhost', 'Listen 127.0.0.1:8080', include].join('\n'))
  const { status, stderr } = spawnSync(apache ?? '', ['-t', '-d', folder, '-f', file], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})
