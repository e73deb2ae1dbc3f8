import assert from 'node:assert/strict'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '@atrium/testing/free-port'
import { selfSign } from '@atrium/testing/self-signed'
import { waitUntil } from '@atrium/testing/wait-until'
import pg from 'pg'
import { createMigratedInstallation, run } from './atrium.ts'

const DAY_MS = 86_400_000
const now = Date.now()
const installation = await createMigratedInstallation()

interface Finding {
  check: string
  status: string
  message: string
}

/** What the doctor says about one subject, with the state of each finding. */
async function examine(check: string, overrides: Record<string, string> = {}, ...words: string[]) {
  const environment = { ...installation.environment, ...overrides }
  const { stdout } = await run({ environment }, 'doctor', '--json', ...words)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return findings.filter(each => each.check === check).map(({ status, message }) => `${status}: ${message}`)
}

for (const [name, { host = 'localhost', from = -30, to, isTrusted = true }, expected] of [
  ['a valid certificate', { to: 30.5 }, 'ok: The certificate of localhost is valid for 30 more days.'],
  [
    'a certificate that expires soon',
    { to: 5.5 },
    'warning: The certificate of localhost expires in 5 days.',
  ],
  ['an expired certificate', { to: -2.5 }, 'failure: The certificate of localhost expired 2 days ago.'],
  [
    'a certificate that is not valid yet',
    { from: 2.5, to: 30 },
    'failure: The certificate of localhost is valid in 2 days only.',
  ],
  [
    'a certificate of another host',
    { host: 'other.example.org', to: 30 },
    'failure: The certificate at localhost is for another name: other.example.org.',
  ],
  [
    'a certificate of an unknown authority',
    { to: 30, isTrusted: false },
    'failure: The certificate of localhost is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT.',
  ],
] as [string, { host?: string; from?: number; to: number; isTrusted?: boolean }, string][]) {
  test(`${name} is noticed`, async () => {
    const certificate = selfSign(host, new Date(now + from * DAY_MS), new Date(now + to * DAY_MS))
    const port = await listen(createHttpsServer(certificate, answerHealth({})))
    const authorities = getCACertificates('default')
    if (isTrusted) setDefaultCACertificates([...authorities, certificate.cert])
    try {
      assert.deepEqual(await examine('tls', { IDENTITY_URL: `https://localhost:${port}` }), [expected])
    } finally {
      setDefaultCACertificates(authorities)
    }
  })
}

test('clocks of the database and of a service that differ from the own one are noticed', async () => {
  const port = await listen(createHttpServer(answerHealth({ date: new Date(now - 3_600_000).toUTCString() })))
  const url = await shadowCatalogue(
    'create function public.clock_timestamp() returns timestamptz volatile language sql ' +
      "as $$ select pg_catalog.clock_timestamp() - interval '95 seconds' $$",
  )
  const clocks = await examine('clock', {
    IDENTITY_DATABASE_URL: url,
    IDENTITY_URL: `http://127.0.0.1:${port}`,
  })
  const differing = clocks.filter(finding => !finding.startsWith('ok'))
  assert.match(
    differing[0] ?? '',
    /^failure: The clock of the identity database differs by 9[456] s from this machine/,
  )
  assert.match(
    differing[1] ?? '',
    /^warning: The clock of http:\/\/127\.0\.0\.1:\d+ differs by 3[56]\d\d s from/,
  )
  assert.equal(differing.length, 2)
  assert.ok(clocks.includes('ok: The clock of the tasks database agrees with this machine.'))
})

test('statements that wait for locks, open transactions and long ones are noticed', async () => {
  const before = await examine('database')
  assert.ok(
    before.every(finding => finding.startsWith('ok')),
    before.join('\n'),
  )
  const url = await shadowCatalogue(`create view public.pg_stat_activity as
    select datname, pid, backend_type, state, wait_event_type, query_start - interval '2 hours' as query_start,
      xact_start - interval '2 hours' as xact_start, state_change - interval '2 hours' as state_change
    from pg_catalog.pg_stat_activity where pid <> pg_backend_pid()`)
  const [holder, waiter, reader, watcher] = await Promise.all([1, 2, 3, 4].map(() => connect(url)))
  assert.ok(holder && waiter && reader && watcher)
  await holder.query('begin; lock table users')
  const waiting = waiter.query('select from users').catch(() => {}) // ended with its connection
  const reading = reader.query('select pg_sleep(600)').catch(() => {})
  await waitUntil(async () => {
    const { rows } = await watcher.query(`select distinct wait_event_type from pg_catalog.pg_stat_activity
      where datname = current_database() and state = 'active' and wait_event_type in ('Lock', 'Timeout')`)
    return rows.length === 2
  })
  const [about] = (await examine('database', { IDENTITY_DATABASE_URL: url })).filter(
    finding => !finding.startsWith('ok'),
  )
  assert.equal(
    about,
    'warning: In the identity database, 1 statement waits for a lock, 1 transaction was left open, 1 transaction has been running for more than an hour.',
  )
  await watcher.query(
    'select pg_terminate_backend(pid) from pg_catalog.pg_stat_activity where pid = any($1)',
    [[backendOf(waiter), backendOf(reader)]],
  )
  await Promise.all([waiting, reading])
})

test('a disk that is nearly full is noticed before changes are refused', async () => {
  const [roomy = ''] = await examine('disk', { DISK_MIN_FREE_MB: '1' })
  const [, megabytes = ''] = roomy.match(/^ok: (\d+) MB are free on the disk of /) ?? []
  const half = String(Math.floor(Number(megabytes) / 2))
  const [nearlyFull] = await examine('disk', { DISK_MIN_FREE_MB: half })
  assert.match(nearlyFull ?? '', /^warning: \d+ MB are free/)
})

test('a mail server that refuses the sender, the password or the recipient is quoted', async () => {
  for (const [command, answer] of [
    ['AUTH', '535 5.7.8 wrong user or password'],
    ['MAIL', '553 5.7.1 sender not allowed'],
    ['RCPT', '550 5.1.1 no such mailbox'],
  ] as const) {
    const port = await listen(refusingMailServer(command, answer))
    const overrides = {
      MAIL_URL: `smtp://user:mail-secret@127.0.0.1:${port}`,
      MAIL_FROM: 'Atrium <atrium@example.org>',
    }
    const mail = await examine('mail', overrides, '--mail', 'you@example.org')
    assert.equal(mail.length, 1, mail.join('\n'))
    assert.match(mail[0] ?? '', /^failure: No email could be sent to you@example\.org: /)
    assert.ok(mail[0]?.includes(answer), mail[0])
    assert.doesNotMatch(mail.join(), /mail-secret/)
  }
})

function answerHealth(headers: Record<string, string>): RequestListener {
  return ({ url }, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'ok', ...(url === '/healthz' && { version: '1.2.3' }) }))
  }
}

/** Speaks just enough SMTP (RFC 5321) to refuse one command. */
function refusingMailServer(refused: string, answer: string) {
  const answers: Record<string, string> = {
    EHLO: '250-mail.example.org\r\n250 AUTH PLAIN',
    AUTH: '235 2.7.0 welcome',
    QUIT: '221 2.0.0 bye',
    [refused]: answer,
  }
  return createServer(socket => {
    socket.on('error', () => {})
    socket.write('220 mail.example.org\r\n')
    socket.on('data', data => {
      const [command = ''] = String(data).toUpperCase().split(/[ \r]/, 1)
      socket.write(`${answers[command] ?? '250 2.0.0 fine'}\r\n`)
    })
  })
}

async function listen(server: Server) {
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, resolve))
  after(() => void server.close())
  return port
}

/** A copy of the identity database in which unqualified names find what a test puts in front of the catalogue. */
async function shadowCatalogue(definition: string) {
  const { environment } = await createMigratedInstallation()
  const url = String(environment.IDENTITY_DATABASE_URL)
  const client = await connect(url)
  await client.query(definition)
  const name = client.escapeIdentifier(String(client.database))
  await client.query(`alter database ${name} set search_path = public, pg_catalog`)
  return url
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  after(() => client.end())
  return client
}

function backendOf(client: pg.Client) {
  return (client as pg.Client & { processID: number }).processID
}
