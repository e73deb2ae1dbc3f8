import assert from 'node:assert/strict'
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import ece from 'http_ece'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { createMailFolder, runQueue } from '../mail-folder.ts'
import { as } from '../people.ts'
import { createTeam, createUser, type Team, type User } from '../team.ts'

const mail = createMailFolder()
const services = await startBothServices({
  OUTBOUND_ALLOW: '127.0.0.1',
  RATE_LIMIT: 'off',
  MAIL_URL: mail.url,
})
const { app, deps } = services

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine; `answers` are the next statuses, and 201 afterwards. */
const received: Received[] = []
let answers: { status: number; headers?: Record<string, string> }[] = []
const service = createServer(async (request, response) => {
  const body = await buffer(request)
  received.push({ path: String(request.url), headers: request.headers, body })
  const { status, headers } = answers.shift() ?? { status: 201 }
  response.writeHead(status, headers).end()
}).listen(0, '127.0.0.1')
await once(service, 'listening')
after(() => service.close())
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

function createBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const secret = randomBytes(16)
  const subscription = {
    endpoint: `${origin}/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url') },
  }
  const read = ({ body }: Received) =>
    JSON.parse(
      ece
        .decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: secret.toString('base64url') })
        .toString(),
    )
  return { subscription, read, path: new URL(subscription.endpoint).pathname }
}

async function subscribe(user: User, headers: object = {}) {
  const browser = createBrowser()
  const response = await app.inject({
    method: 'PUT',
    url: '/notification/push-subscription',
    payload: browser.subscription,
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  })
  assert.equal(response.statusCode, 200, response.body)
  return { ...browser, cookie: String(response.headers['set-cookie']).split(';')[0] }
}

async function assign({ owner, toDo }: Team, user: User, title = 'A task') {
  const response = await owner.call('POST', '/task', { title, columnId: toDo, assigneeId: user.id })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number }
}

function forBrowser({ path }: { path: string }) {
  return received.filter(one => one.path === path)
}

async function scheduledJobs() {
  const { rows } = await sql<{ payload: { userId: number; attempt?: number }; runAt: Date }>`
    select payload, jobs.run_at from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    where jobs.run_at > now() and task_identifier = 'push.notification'`.execute(deps.db)
  return rows
}

test('a notification arrives encrypted for its browser and signed with the key of the installation', async () => {
  const team = await createTeam(services)
  const browser = await subscribe(team.member)
  const task = await assign(team, team.member, 'Fix the login')
  await runQueue(deps)
  const [message, ...others] = forBrowser(browser)
  assert.ok(message && others.length === 0)
  const { publicKey } = (await team.member.call('GET', '/notification/push-subscription')).json().item
  const shown = browser.read(message)
  assert.match(shown.title, /assigned you WEB-1 Fix the login/)
  assert.deepEqual(
    [shown.url, shown.tag],
    [`${deps.settings.FRONTEND_URL}task/${task.id}`, `task-${task.id}`],
  )
  assert.ok(message.body.length <= 4096)
  assert.doesNotMatch(message.body.toString('latin1'), /login/)
  assert.equal(message.headers['content-encoding'], 'aes128gcm')
  assert.equal(message.headers.topic, `task-${task.id}`)
  assert.ok(Number(message.headers.ttl) > 0)

  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(message.headers.authorization)) ?? []
  assert.equal(key, publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(String(key), 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const verifier = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) },
    format: 'jwk',
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const options = { key: verifier, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  assert.equal(aud, origin)
  assert.match(sub, /^(mailto:|https?:)/)
  assert.ok(exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400)

  const rows = JSON.stringify(await deps.db.selectFrom('pushKeys').selectAll().execute())
  assert.doesNotMatch(rows, /PRIVATE KEY/)
})

test('a subscription ends when its service says so, and waits when that is busy', async () => {
  const team = await createTeam(services)
  const browser = await subscribe(team.member)
  answers = [{ status: 429, headers: { 'retry-after': '600' } }]
  await assign(team, team.member)
  await runQueue(deps)
  const [retry] = (await scheduledJobs()).filter(({ payload }) => payload.userId === team.member.id)
  assert.equal(retry?.payload.attempt, 2)
  assert.ok(Date.parse(String(retry?.runAt)) > Date.now() + 500_000)
  answers = [{ status: 410 }]
  await assign(team, team.member)
  await runQueue(deps)
  assert.equal(forBrowser(browser).length, 2)
  await assign(team, team.member)
  await runQueue(deps)
  assert.equal(forBrowser(browser).length, 2)
})

test('signing out ends the subscription of that browser only, and so does turning it off', async () => {
  const team = await createTeam(services)
  const first = await subscribe(team.member)
  const second = await subscribe(team.member)
  const third = await subscribe(team.member)
  assert.match(String(first.cookie), /^app_push=[\w-]{43}$/)
  const endpoint = encodeURIComponent(third.subscription.endpoint)
  const foreign = await team.viewer.call('DELETE', `/notification/push-subscription?endpoint=${endpoint}`)
  assert.equal(foreign.statusCode, 200)
  await assign(team, team.member)
  await runQueue(deps)
  assert.deepEqual(
    [first, second, third].map(browser => forBrowser(browser).length),
    [1, 1, 1],
  )
  await team.member.call('DELETE', `/notification/push-subscription?endpoint=${endpoint}`)
  const cookie = `${first.cookie}; app_access_token=${team.member.token}`
  const signedOut = await app.inject({
    url: '/auth/logout',
    headers: { cookie },
  })
  assert.equal(signedOut.statusCode, 200, signedOut.body)
  await assign(team, team.member)
  await runQueue(deps)
  assert.deepEqual(
    [first, second, third].map(browser => forBrowser(browser).length),
    [1, 2, 1],
  )
})

test('quiet hours delay, and lost access and read notifications are not sent', async () => {
  const team = await createTeam(services)
  const browser = await subscribe(team.member)
  const hour = (offset: number) =>
    new Date(deps.now().getTime() + offset * 3_600_000).toISOString().slice(11, 16)
  const quietHours = { from: hour(-2), to: hour(2) }
  await team.member.call('PUT', '/notification/preferences', { quietHours, timeZone: 'UTC', mail: 'none' })
  await assign(team, team.member)
  await assign(team, team.member)
  await runQueue(deps)
  assert.equal(forBrowser(browser).length, 0)
  assert.equal((await scheduledJobs()).filter(({ payload }) => payload.userId === team.member.id).length, 1)
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()
    and (payload ->> 'userId')::bigint = ${team.member.id}`.execute(deps.db)
  const now = deps.now()
  deps.now = () => new Date(now.getTime() + 3 * 3_600_000)
  try {
    await runQueue(deps)
  } finally {
    deps.now = () => new Date()
  }
  const [summary] = forBrowser(browser)
  assert.match(summary ? browser.read(summary).title : '', /^2 /)

  await team.member.call('PUT', '/notification/preferences', { quietHours: null })
  await assign(team, team.member)
  await team.member.call('POST', '/notification/read-all', {})
  await runQueue(deps)
  await assign(team, team.member, 'Secret')
  await team.owner.call('DELETE', `/project/${team.project.id}/member/${team.member.id}`)
  await runQueue(deps)
  const later = forBrowser(browser)
    .slice(1)
    .map(message => browser.read(message).title)
  assert.ok(later.every(title => !/Secret/.test(title)))
})

test('only push services and what OUTBOUND_ALLOW names can be subscribed with, and only with keys', async () => {
  const user = await createUser(services)
  const { subscription } = createBrowser()
  const put = async (body: object) =>
    (await as(services, user.token)('PUT', '/notification/push-subscription', body)).statusCode
  for (const endpoint of [
    'https://example.org/push',
    'https://fcm.googleapis.com.example.org/x',
    'https://user@fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'http://10.0.0.1/x',
    'http://localhost/x',
    deps.settings.TASKS_URL,
    'file:///etc/passwd',
    'nothing',
  ])
    assert.equal(await put({ ...subscription, endpoint }), 422, endpoint)
  const { auth, p256dh } = subscription.keys
  for (const keys of [
    { auth, p256dh: auth },
    { auth: 'AAAA', p256dh },
    { auth, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { auth },
  ])
    assert.equal(await put({ ...subscription, keys }), 422, JSON.stringify(keys))
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])
    assert.equal(await put({ ...subscription, endpoint }), 200, endpoint)
})
