import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { addJob } from '@atrium/jobs/jobs'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeam } from '../team.ts'

const METRICS_TOKEN = 'a-token-for-prometheus'
const services = await startBothServices({ METRICS_TOKEN })
const { app, identity, proxy, deps, startInstance } = services
const team = await createTeam(services)

test('both services are ready when everything they depend on works', async () => {
  const own = { database: 'ok', events: 'ok', files: 'ok', disk: 'ok' }
  await waitUntil(() => deps.announcements.isFresh())
  const tasks = await app.inject('/readyz')
  const state = { status: 'ok', identity: 'ok', announcements: 'ok', ...own }
  assert.deepEqual([tasks.statusCode, tasks.json()], [200, state])
  const reply = await identity.inject('/readyz')
  assert.deepEqual([reply.statusCode, reply.json()], [200, { status: 'ok', ...own }])
})

for (const mood of ['shut', 'broken', 'slow'] as const) {
  test(`the task service stays up and reports that the identity service is ${mood}`, async () => {
    const instance = await startInstance()
    proxy.setState(mood)
    try {
      const { statusCode, body } = await instance.app.inject('/readyz')
      const { status, database, identity } = JSON.parse(body)
      assert.deepEqual([statusCode, status, database, identity], [200, 'degraded', 'ok', 'unavailable'])
    } finally {
      proxy.setState('open')
    }
  })
}

test('a broken event channel is reported', async () => {
  const instance = await startInstance()
  await instance.deps.bus.close()
  const { status, events } = (await instance.app.inject('/readyz')).json()
  assert.deepEqual([status, events], ['degraded', 'unavailable'])
})

test('a nearly full disk is reported', async () => {
  const instance = await startInstance(deps => ({
    ...deps,
    settings: { ...deps.settings, DISK_MIN_FREE_MB: Number.MAX_SAFE_INTEGER },
  }))
  const { status, disk } = (await instance.app.inject('/readyz')).json()
  assert.deepEqual([status, disk], ['degraded', 'low'])
})

test('a service without its database is not ready', async () => {
  const instance = await startInstance()
  await instance.deps.db.destroy()
  const { statusCode, body } = await instance.app.inject('/readyz')
  assert.deepEqual([statusCode, JSON.parse(body).error.details.database], [503, 'unavailable'])
})

test('metrics require METRICS_TOKEN', async () => {
  for (const service of [app, identity]) {
    assert.equal((await service.inject('/metrics')).statusCode, 401)
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    assert.equal((await service.inject({ url: '/metrics', headers })).statusCode, 200)
  }
})

test('metrics cover connections, queues, the event channel, streams, lag and the signing key', async () => {
  const runAt = new Date(Date.now() + 3_600_000)
  await addJob(deps.db, 'mail.invitation', { invitationId: 0, language: 'en' }, { runAt })
  const before = await metricsOf(app)
  assert.ok((before.get('atrium_database_connections{state="open"}') ?? 0) > 0)
  assert.equal(before.get('atrium_mail_jobs{state="failed"}'), 0)
  assert.ok((before.get('atrium_mail_jobs{state="waiting"}') ?? 0) > 0)
  assert.ok(before.has('atrium_background_jobs{state="waiting"}'))
  assert.equal(before.get('atrium_event_channel_up'), 1)
  assert.equal(before.get('atrium_database_connections_max'), 13)
  assert.ok((before.get('atrium_database_wait_seconds_count') ?? 0) > 0)
  assert.equal(before.get('atrium_oldest_job_seconds{kind="mail"}'), 0) // it is not due
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '5 minutes'`.execute(deps.db)
  const age = (await metricsOf(app)).get('atrium_oldest_job_seconds{kind="mail"}') ?? 0
  assert.ok(age >= 300 && age < 360, `${age} s`)

  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = (await team.member.call('GET', '/events/token')).json()
  const stream = await readStream(`${address}/events?token=${token}`)
  const streams = (await metricsOf(app)).get('atrium_event_streams')
  assert.equal(streams, (before.get('atrium_event_streams') ?? 0) + 1)

  assert.equal(before.get('atrium_event_lag_seconds_count'), 0)
  const task = { title: 'Fix login', columnId: team.toDo, assigneeId: team.member.id }
  assert.equal((await team.manager.call('POST', '/task', task)).statusCode, 200)
  await stream.waitUntil(() => stream.frames.some(({ event }) => event === 'message'), 'the notification')
  assert.ok(((await metricsOf(app)).get('atrium_event_lag_seconds_count') ?? 0) > 0)
  const checks = await metricsOf(app)
  assert.ok((checks.get('atrium_token_checks_total{cache="hit"}') ?? 0) > 0)
  assert.ok((checks.get('atrium_token_checks_total{cache="miss"}') ?? 0) > 0)
  assert.ok(checks.has('atrium_token_checks_total{cache="asked"}'))

  const ofIdentity = await metricsOf(identity)
  assert.ok((ofIdentity.get('atrium_signing_key_age_seconds') ?? -1) >= 0)
  assert.ok((ofIdentity.get('atrium_tokens_issued_total{reason="sign_in"}') ?? 0) > 0)
  assert.ok((ofIdentity.get('atrium_token_checks_total{cache="miss"}') ?? 0) > 0)
})

async function metricsOf(service: typeof app) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { body } = await service.inject({ url: '/metrics', headers })
  const lines = body.split('\n').filter(line => line.startsWith('atrium_'))
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

for (const [seconds, warning] of [
  [90, /"level":40.*the clock of this machine is (89|90|91) s ahead of the clock of the database/],
  [-90, /the clock of this machine is (89|90|91) s behind the clock of the database/],
  [10, undefined],
] as const) {
  test(`a clock that is ${seconds} s off ${warning ? 'is logged at startup' : 'is not logged'}`, async () => {
    const lines: string[] = []
    const log = createLogger('tasks', 'info', { write: line => void lines.push(line) })
    const now = () => new Date(Date.now() + seconds * 1000)
    await startInstance(deps => ({ ...deps, log, now }))
    const warnings = lines.filter(line => line.includes('the clock of this machine'))
    if (warning) assert.match(warnings.join(''), warning)
    else assert.deepEqual(warnings, [])
  })
}

test('the request timeout allows the largest upload at 100 kB/s', () => {
  for (const { server } of [app, identity]) {
    const seconds = deps.settings.STORAGE_MAX_BYTES / 100_000
    assert.ok(server.requestTimeout > seconds * 1000, `${server.requestTimeout} ms`)
    assert.ok(server.headersTimeout <= 30_000)
  }
})
