import assert from 'node:assert/strict'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import pg from 'pg'
import { createMigratedInstallation, run } from './atrium.ts'

interface Report {
  healthy: boolean
  failures: number
  findings: { check: string; status: string; message: string; advice?: string }[]
}

const installation = await createMigratedInstallation({ BACKUP_SCHEDULE: '0 3 * * *' })
const { IDENTITY_PORT, TASKS_PORT } = installation.environment
for (const port of [IDENTITY_PORT, TASKS_PORT]) await serveHealth(port, { status: 'ok', database: 'ok' })

async function examine(overrides: Record<string, string> = {}, ...words: string[]) {
  const environment = { ...installation.environment, ...overrides }
  const { code, stdout, stderr } = await run({ environment }, 'doctor', '--json', ...words)
  assert.equal(stderr, '')
  const report = JSON.parse(stdout) as Report
  assert.equal(code, report.healthy ? 0 : 1)
  return report
}

const found = ({ findings }: Report, check: string, status: string) =>
  findings.filter(each => each.check === check && each.status === status).map(({ message }) => message)

test('a healthy installation passes, and an email is sent', async () => {
  const report = await examine({}, '--mail', 'you@example.org')
  assert.deepEqual([report.healthy, report.failures], [true, 0], JSON.stringify(report.findings))
  const passed = report.findings.filter(({ status }) => status === 'ok').map(({ check }) => check)
  const expected = [
    'addresses',
    'clock',
    'cookies',
    'database',
    'disk',
    'events',
    'files',
    'mail',
    'migrations',
  ]
  assert.deepEqual([...new Set(passed)].sort(), [
    ...expected,
    'permissions',
    'retention',
    'services',
    'settings',
    'signing keys',
    'version',
  ])
  assert.match(found(report, 'mail', 'warning').join(), /^Emails are not sent but written to/)
  assert.equal((await readdir(join(installation.dataFolder, 'mail'))).length, 1)
})

test('people get one line per finding with what to do, and the number of problems', async () => {
  const { code, stdout } = await run(installation, 'doctor')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^ok {6}settings {6}All settings are valid\.$/m)
  assert.match(stdout, /^warning mail {10}Emails are not sent.*\n {22}→ Set MAIL_URL=smtp/m)
  assert.match(stdout, /\n\n\d+ warnings?\.\n$/)
})

test('a receiver that was saved before and is not allowed now is a warning', async () => {
  const address = 'http://10.0.0.5:8080/logout'
  const settings = { OUTBOUND_ALLOW: '10.0.0.0/24' }
  const environment = { ...installation.environment, ...settings }
  const { code, stderr } = await run(
    { environment },
    ...['client:create', '--name', 'Wiki', '--grant-types', 'authorization_code', '--scope', 'openid'],
    ...['--redirect-uri', 'https://wiki.example.org/', '--backchannel-logout-uri', address],
  )
  assert.equal(code, 0, stderr)
  const [warning = ''] = found(await examine(), 'outbound', 'warning')
  assert.match(warning, /^The client Wiki gets no logout tokens\. .* 10\.0\.0\.5:8080: .*OUTBOUND_ALLOW/)
  const allowed = await examine(settings)
  assert.deepEqual(found(allowed, 'outbound', 'ok'), [
    'The back-channel logout URIs of all clients are allowed.',
  ])
  const open = await examine({ OUTBOUND_ALLOW: '0.0.0.0/0' })
  assert.deepEqual(found(open, 'outbound', 'warning'), ['OUTBOUND_ALLOW allows every network.'])
})

test('a replica that cannot be used is a warning', async () => {
  const report = await examine({
    IDENTITY_DATABASE_REPLICA_URL: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
    TASKS_DATABASE_REPLICA_URL: installation.environment.TASKS_DATABASE_URL ?? '',
  })
  const [unreachable, notFollowing] = found(report, 'replica', 'warning')
  assert.match(unreachable ?? '', /^The replica of the identity database cannot be reached: .*ECONNREFUSED/)
  assert.equal(notFollowing, 'The replica of the tasks database does not follow it, so it is not used.')
  assert.ok(report.healthy)
})

test('retention is listed', async () => {
  const [kept = ''] = found(await examine({ TRASH_KEEP_DAYS: '0', AUDIT_KEEP_DAYS: '1' }), 'retention', 'ok')
  assert.match(
    kept,
    /^Kept: ACTIVITY_KEEP_DAYS 365 days, AUDIT_KEEP_DAYS 1 day, .*TRASH_KEEP_DAYS for ever\.$/,
  )
})

test('networks of administrators that lock everyone out, or let everyone in, are a warning', async () => {
  const warn = async (overrides: Record<string, string>) =>
    found(await examine(overrides), 'settings', 'warning').join()
  assert.match(await warn({ ADMIN_ALLOW: '10.0.0.0/8' }), /ADMIN_ALLOW locks everyone out of \/admin/)
  assert.match(await warn({ ADMIN_ALLOW: '10.0.0.0/8', TRUST_PROXY: 'true' }), /anyone can pretend/)
  assert.doesNotMatch(await warn({ ADMIN_ALLOW: '10.0.0.0/8', TRUST_PROXY: '127.0.0.1' }), /ADMIN_ALLOW/)
})

test('broken settings are reported, each with what to do', async () => {
  const report = await examine({ DRAIN_SECONDS: 'soon', TASKS_DATABASE_URL: 'mysql://db/tasks' })
  const [message = ''] = found(report, 'settings', 'failure')
  assert.match(message, /^Invalid settings: .*DRAIN_SECONDS/)
  assert.match(
    found(report, 'settings', 'failure').join(),
    /TASKS_DATABASE_URL must be a postgres:\/\/ address/,
  )
  assert.ok(report.findings.every(({ status, advice }) => status === 'ok' || advice))
})

test('unreachable parts are reported without passwords', async () => {
  const closed = await freePort()
  const report = await examine(
    {
      IDENTITY_DATABASE_URL: `postgres://atrium:db-secret@127.0.0.1:${closed}/identity`,
      EVENTS_URL: `redis://:redis-secret@127.0.0.1:${closed}`,
      STORAGE_URL: `s3://key:s3-secret@127.0.0.1:${closed}/bucket?tls=false`,
      MAIL_URL: `smtp://user:mail-secret@127.0.0.1:${closed}`,
      IDENTITY_URL: `https://localhost:${closed}`,
    },
    '--mail',
    'you@example.org',
  )
  // The checks have deadlines, and a busy machine may reach them first.
  const reasons = /ECONNREFUSED|refused|different|TLS|no answer|timeout/
  for (const check of ['database', 'events', 'files', 'mail', 'addresses', 'tls'])
    assert.match(found(report, check, 'failure').join(), reasons, check)
  assert.doesNotMatch(JSON.stringify(report), /-secret/)
})

test('cookies that browsers refuse, exposed files, a full disk and risky settings are noticed', async () => {
  const secrets = join(installation.dataFolder, 'secrets.env')
  await chmod(secrets, 0o644)
  const report = await examine({
    IDENTITY_URL: 'http://id.example.test',
    COOKIE_DOMAIN: 'example.org',
    DISK_MIN_FREE_MB: '999999999',
    RATE_LIMIT: 'off',
    METRICS_TOKEN: 'public',
    BACKUP_SCHEDULE: '',
  })
  await chmod(secrets, 0o600)
  const cookies = found(report, 'cookies', 'failure').join()
  assert.match(cookies, /Browsers do not send Secure cookies to http:\/\/id\.example\.test/)
  assert.match(cookies, /COOKIE_DOMAIN=example\.org does not include id\.example\.test/)
  assert.deepEqual(found(report, 'permissions', 'warning'), [
    `Every user of this machine can read ${secrets}.`,
  ])
  assert.equal(found(report, 'disk', 'failure').length, 1)
  assert.deepEqual(found(report, 'settings', 'warning'), [
    'RATE_LIMIT is off.',
    'Anyone can read /metrics.',
    'No backups are scheduled.',
  ])
})

test('a consumer of events that is behind is named', async () => {
  const client = new pg.Client({ connectionString: installation.environment.TASKS_DATABASE_URL })
  await client.connect()
  after(() => client.end())
  await client.query(`insert into event_consumers (name) values ('on time'), ('stuck')`)
  await client.query(`
    with person as (insert into users (passport_id, email, name, surname) values (9, 'e@example.org', 'Eve', 'Moss') returning id),
      project as (insert into projects (name, type, owner_id) select 'Garden', 'agency', id from person returning id)
    insert into activity (project_id, type, created_at) select id, 'project.updated', now() - interval '12 minutes'
    from project`)
  await client.query(`update event_consumers set seen = pg_current_snapshot() where name = 'on time'`)
  assert.deepEqual(found(await examine(), 'events', 'warning'), [
    'The consumer "stuck" has not handled events of the last 12 minutes.',
  ])
})

test('a damaged key and a service with problems are noticed', async () => {
  const key = join(installation.dataFolder, 'damaged.pem')
  await writeFile(key, 'not a key', { mode: 0o600 })
  const port = await freePort()
  await serveHealth(String(port), { status: 'degraded', database: 'ok', events: 'unavailable', disk: 'low' })
  const url = `http://127.0.0.1:${port}`
  const report = await examine({ OAUTH2_PRIVATE_KEY_PATH: key, TASKS_URL: url, TASKS_INTERNAL_URL: url })
  assert.match(
    found(report, 'signing keys', 'failure').join(),
    /OAUTH2_PRIVATE_KEY_PATH must name an RSA key/,
  )
  assert.deepEqual(found(report, 'services', 'failure'), [
    'The tasks service reports problems with: events, disk.',
  ])
})

test('--mail takes an email address', async () => {
  const { code, stderr } = await run(installation, 'doctor', '--mail', 'you')
  assert.deepEqual([code, stderr], [1, '--mail must be an email address\n'])
})

/** Answers as a service does. */
async function serveHealth(port: string | undefined, readiness: object) {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url === '/healthz' ? { status: 'ok', version: '1.2.3' } : readiness))
  })
  await new Promise<void>(resolve => server.listen(Number(port), resolve))
  after(() => server.close().closeAllConnections())
}

test('a directory whose token is refused is a failure, and a successor who does not exist is a warning', async () => {
  const words = ['--name', 'Our directory', '--grant-types', 'client_credentials', '--scope', 'scim']
  const { code, stderr } = await run(installation, 'client:create', ...words)
  assert.equal(code, 0, stderr)
  const overrides = { OFFBOARDING_HAND_OVER_TO: 'nobody@example.org' }
  const database = new pg.Client(installation.environment.IDENTITY_DATABASE_URL)
  await database.connect()
  const client = await database.query("select id from clients where name = 'Our directory'")
  const accepted = 'insert into scim_directories (client_id, last_request_at) values ($1, now())'
  await database.query(accepted, [client.rows[0].id])
  const healthy = await examine(overrides)
  assert.match(found(healthy, 'directories', 'ok').join(), /^SCIM: Our directory last asked at/)
  const [message = ''] = found(healthy, 'directories', 'warning')
  assert.match(message, /^OFFBOARDING_HAND_OVER_TO=nobody@example\.org is no active user/)
  await database.query("update scim_directories set last_refused_at = now() + interval '1 second'")
  assert.match(found(await examine(), 'directories', 'failure').join(), /token of Our directory was refused/)
  await database.query('delete from scim_directories')
  await database.end()
})
