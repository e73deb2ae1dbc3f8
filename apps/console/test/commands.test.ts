import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { EmbeddedPostgres } from '@atrium/database/embedded-postgres'
import { png } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import pg from 'pg'
import { createPreparedInstallation, keepDatabaseRunning, processesOf, run } from './atrium.ts'

const installation = await createPreparedInstallation()
const client = { id: '', secret: '' }
let database: EmbeddedPostgres | undefined
after(() => database?.stop())

test('migrate creates both databases and does nothing the second time', async () => {
  const first = await readJson('migrate')
  assert.equal(first.identity[0], '001-foundation')
  assert.equal(first.tasks[0], '001-foundation')
  assert.deepEqual(await readJson('migrate'), { identity: [], tasks: [] })
})

test('a command stops the database it started', async () => {
  assert.deepEqual(processesOf(installation.dataFolder), [])
  database = await keepDatabaseRunning(installation)
})

test('creating a client shows its secret once', async () => {
  const created = await readText(
    'client:create',
    '--name',
    'Reports',
    ...grants,
    '--scope',
    'user:read user:write',
  )
  const [, id = '', secret = ''] =
    created.match(/^client_id +(\w{32})\nclient_secret +(\S{43}) +\(shown once\)\n$/) ?? []
  assert.ok(id && secret, created)
  Object.assign(client, { id, secret })
})

test('the claims of a client are printed in the form that replaces them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-claims-'))
  const file = join(folder, 'claims.json')
  const table = { claims: [{ name: 'tenant', source: 'constant', value: 'north', includedIn: 'both' }] }
  assert.deepEqual(await readJson('client:claims', client.id), { claims: [] })
  writeFileSync(file, JSON.stringify(table))
  assert.deepEqual(await readJson('client:claims', client.id, '--from', file), table)
  writeFileSync(file, await readText('client:claims', client.id))
  assert.deepEqual(await readJson('client:claims', client.id, '--from', file), table)
  writeFileSync(file, JSON.stringify({ claims: [{ ...table.claims[0], name: 'iss' }] }))
  assert.equal((await run(installation, 'client:claims', client.id, '--from', file)).code, 1)
  assert.deepEqual(await readJson('client:claims', client.id), table)
  rmSync(folder, { recursive: true })
})

test('a public client has no secret', async () => {
  const address = 'https://app.example.org/callback'
  const words = ['--grant_types', 'authorization_code', '--scope', 'user:read', '--redirect-uri', address]
  const created = await readJson('client:create', '--name', 'Browser', '--public', ...words)
  assert.deepEqual(Object.keys(created), ['client_id', 'client_secret'])
  assert.equal(created.client_secret, null)
  const refused = await run(installation, 'client:rotate-secret', created.client_id)
  assert.deepEqual([refused.code, refused.stderr], [1, 'client is public and has no secret\n'])
})

test('unencrypted redirect URIs are allowed by host, with a warning', async () => {
  const create = (address: string, ...words: string[]) =>
    run(installation, 'client:create', ...intranet, '--redirect-uri', address, ...words, '--json')
  const warning =
    'Warning: http://intranet.local/cb is not encrypted. Anyone on that network can read the authorization codes sent there, and sign in with them.\n'
  for (const words of [['--allow-http-redirect'], ['--allow-http-redirect', 'intranet.local'], allowBoth]) {
    const created = await create('http://intranet.local/cb', ...words)
    assert.deepEqual([created.code, created.stderr], [0, warning])
    assert.ok(JSON.parse(created.stdout).client_id)
  }
  for (const words of [[], ['--allow-http-redirect', 'other.local']]) {
    const refused = await create('http://intranet.local/cb', ...words)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^redirect-uri must use https, not http:\/\/intranet\.local\/cb; /)
  }
  const local = await create('http://localhost:3000/cb', '--allow-http-redirect')
  assert.deepEqual([local.code, local.stderr], [0, ''])
})

test('the list shows every client with its state but no secrets', async () => {
  await readText('client:disable', client.id)
  const { items } = await readJson('client:list')
  const reports = items.find((item: { name: string }) => item.name === 'Reports')
  assert.deepEqual(reports, {
    id: reports.id,
    name: 'Reports',
    client_id: client.id,
    redirect_uri: null,
    grant_types: 'client_credentials',
    scope: 'user:read user:write',
    resources: [],
    source: 'administrator',
    is_public: false,
    is_active: false,
    is_trusted: false,
    asks_at_sign_in: false,
  })
  const list = await readText('client:list')
  assert.match(list, new RegExp(`^${client.id} {2}disabled {2}Reports {2}\\(client_credentials\\)$`, 'm'))
  assert.match(list, /active {4}Browser/)
})

test('a client can be trusted when it is created or later', async () => {
  const created = ['--name', 'Wiki', ...grants, '--scope', 'user:read', '--trusted']
  const { client_id } = await readJson('client:create', ...created)
  assert.deepEqual(await readJson('client:trust', client.id), { client_id: client.id, is_trusted: true })
  const { items } = await readJson('client:list')
  const trusted = items.filter((item: { is_trusted: boolean }) => item.is_trusted)
  assert.deepEqual(
    trusted.map((item: { client_id: string }) => item.client_id),
    [client.id, client_id],
  )
})

test('a client can be enabled again and get a new secret', async () => {
  assert.deepEqual(await readJson('client:enable', client.id), { client_id: client.id, is_active: true })
  const { items } = await readJson('client:list')
  const { id } = items.find((each: { client_id: string }) => each.client_id === client.id)
  assert.deepEqual(await readJson('client:enable', String(id)), { client_id: client.id, is_active: true })
  const rotated = await readText('client:rotate-secret', client.id)
  assert.match(rotated, /^client_secret +\S{43} +\(shown once\)\n$/)
  assert.equal(rotated.includes(client.secret), false)
})

test('a user is created with a generated password that is shown once, or a given one', async () => {
  const created = await readText('user:create', ...person('ann@example.org', '+12025550123'))
  assert.match(created, /^Created user \d+ \(ann@example\.org\)\.\npassword {2}\S{16} {3}\(shown once\)\n$/)
  const words = [...person('bob@example.org', '+12025550124'), '--password', 'a long enough passphrase']
  const { id, ...others } = await readJson('user:create', ...words, '--role', 'manager')
  assert.ok(Number.isInteger(id))
  assert.deepEqual(others, { email: 'bob@example.org' })
})

test('a role can be assigned to a user once', async () => {
  const assigned = await readText('user:grant', 'ann@example.org', 'admin')
  assert.equal(assigned, 'ann@example.org now has the role admin.\n')
  const again = await run(installation, 'user:grant', 'bob@example.org', 'manager')
  assert.deepEqual([again.code, again.stderr], [1, 'The user already has this role\n'])
})

test('a user can be archived and restored, and a role unassigned, with an audit entry each', async () => {
  const archived = await readJson('user:archive', 'ann@example.org')
  assert.deepEqual(Object.keys(archived), ['id', 'email', 'archivedAt'])
  assert.ok(Date.parse(archived.archivedAt))
  const again = await run(installation, 'user:archive', 'ann@example.org')
  assert.deepEqual([again.code, again.stderr], [1, 'This user is already archived\n'])
  assert.equal(await readText('user:restore', 'ann@example.org'), 'ann@example.org can sign in again.\n')
  const twice = await run(installation, 'user:restore', 'ann@example.org')
  assert.equal(twice.code, 1)

  assert.deepEqual(await readJson('user:revoke', 'ann@example.org', 'admin'), {
    email: 'ann@example.org',
    role: 'admin',
  })
  const missing = await run(installation, 'user:revoke', 'ann@example.org', 'admin')
  assert.deepEqual([missing.code, missing.stderr], [1, 'ann@example.org does not have the role admin\n'])
  const entries = await audited(archived.id)
  assert.deepEqual(entries, [
    'user.created',
    'role.assigned',
    'user.archived',
    'user.restored',
    'role.removed',
  ])
})

test('the last owner can be neither archived nor demoted', async () => {
  await readText('user:grant', 'bob@example.org', 'owner')
  for (const words of [
    ['user:archive', 'bob@example.org'],
    ['user:revoke', 'bob@example.org', 'owner'],
  ]) {
    const { code, stderr } = await run(installation, ...words)
    assert.equal(code, 1)
    assert.match(stderr, /last owner/i)
  }
  await readText('user:grant', 'ann@example.org', 'owner')
  await readText('user:revoke', 'bob@example.org', 'owner')
  await readText('user:grant', 'bob@example.org', 'owner')
})

longTest(
  'a new key starts signing after cached copies of the published keys expire, or at once with --now',
  async () => {
    const next = await readJson('keys:rotate')
    assert.equal(next.signs_after, 300)
    assert.match(await readText('keys:rotate', '--after', '600'), /It signs in 600 seconds; /)
    assert.match(
      await readText('keys:rotate', '--now'),
      /It signs from now on; tokens of the old key stay valid/,
    )
    assert.equal((await readJson('keys:rotate', '--now')).signs_after, 0)
  },
)

test('emails of both services can be listed and retried', async () => {
  const { items } = await readJson('mail:list')
  const confirmation = items.find(({ kind }: { kind: string }) => kind === 'mail.confirm_email')
  const { service, status, attempts } = confirmation
  assert.deepEqual([service, status, attempts], ['identity', 'waiting', 0])
  assert.match(
    await readText('mail:list'),
    /^identity {2}\d+ {2}mail\.confirm_email {2}waiting {2}attempts: 0/m,
  )
  assert.deepEqual(await readJson('mail:list', '--service', 'tasks'), { items: [] })
  assert.equal(await readText('mail:list', '--status', 'failed'), 'No emails are queued.\n')
  const id = String(confirmation.id)
  assert.deepEqual(await readJson('mail:retry', '--service', 'identity', '--id', id), { retried: 1 })
  assert.deepEqual(await readJson('mail:retry'), { retried: 0 })
})

const openId = [
  '--grant-types',
  'authorization_code',
  '--scope',
  'openid',
  '--redirect-uri',
  'https://wiki.lan/',
]

for (const [words, complaint] of [
  [
    ['keys:rotate', '--after', '10'],
    '--after must be a whole number of seconds, from 300 to 86400; use --now to sign immediately',
  ],
  [['maintenance', 'maybe'], 'Expected: on or off'],
  [['banner:set', ' '], 'TEXT must be a single line of 1 to 500 characters'],
  [['banner:set', 'Soon', '--kind', 'loud'], '--kind must be info or warning'],
  [['banner:set', 'Soon', '--until', 'soon'], '--until must be a time such as 2026-01-31T18:00:00Z'],
  [['mail:list', '--status', 'lost'], '--status must be one of: waiting, running, failed'],
  [['mail:retry', '--service', 'post'], '--service must be identity or tasks'],
  [['mail:retry', '--id', '1'], '--id must be a number from `mail:list` and requires --service'],
  [['mail:retry', '--service', 'tasks', '--id', '1'], 'The tasks service has no waiting or failed email 1'],
  [['user:password', 'nobody@example.org'], 'The user nobody@example.org was not found'],
  [['user:password', 'ann@example.org', '--password', 'short'], 'password must have at least 8 characters'],
  [['user:unlock', 'nobody@example.org'], 'The user nobody@example.org was not found'],
  [['user:archive', 'nobody@example.org'], 'The user nobody@example.org was not found'],
  [['user:restore', 'nobody@example.org'], 'The user nobody@example.org was not found'],
  [['user:revoke', 'ann@example.org', 'king'], 'The role king was not found'],
  [['client:disable', 'nobody'], 'The client nobody was not found'],
  [['user:grant', 'nobody@example.org', 'admin'], 'The user nobody@example.org was not found'],
  [['user:grant', 'ann@example.org', 'king'], 'The role king was not found'],
  [
    ['user:create', ...person('weak@example.org', '+12025550198'), '--password', 'password123'],
    'password is too easy to guess: make it longer, and avoid common words, patterns and your own name, email or phone number',
  ],
  [
    ['user:create', ...person('ann@example.org', '+12025550199')],
    'A user with this email address already exists',
  ],
  [
    ['client:create', '--name', 'X', '--grant-types', 'magic', '--scope', 'user:read'],
    "grant-types can't include magic; use password, client_credentials, authorization_code, refresh_token, urn:ietf:params:oauth:grant-type:device_code",
  ],
  [
    [
      'client:create',
      '--name',
      'Intranet wiki',
      ...openId,
      '--backchannel-logout-uri',
      'http://10.0.0.5/logout',
    ],
    'Atrium does not send requests to 10.0.0.5: it leads to the private or reserved network 10.0.0.0/8. If that is intended, the operator can allow the host or its network with OUTBOUND_ALLOW.',
  ],
  [
    [
      ...['client:create', '--name', 'Wiki', '--grant-types', 'client_credentials', '--scope', 'user:read'],
      ...['--backchannel-logout-uri', 'https://wiki.example.org/logout'],
    ],
    'backchannel-logout-uri needs the scope openid: only OpenID Connect clients are notified of sign-outs',
  ],
] as const) {
  test(`"atrium ${words.slice(0, 3).join(' ')}" is refused with a clear message`, async () => {
    const { code, stderr } = await run(installation, ...words)
    assert.deepEqual([code, stderr], [1, `${complaint}\n`])
  })
}

const intranet = ['--name', 'Intranet', '--grant-types', 'authorization_code', '--scope', 'user:read']
const allowBoth = ['--allow_http_redirect=a.local', '--allow-http-redirect=intranet.local']
const grants = ['--grant-types', 'client_credentials']

function person(email: string, phone: string) {
  return ['--email', email, '--phone', phone, '--surname', 'Smith', '--name', 'Sam']
}

async function audited(userId: number) {
  const client = new pg.Client({ connectionString: database?.databaseUrl('identity') })
  await client.connect()
  const { rows } = await client.query(
    `select action, actor_id, client_id from audit_entries where subject_type = 'user' and subject_id = $1 order by id`,
    [userId],
  )
  await client.end()
  for (const { actor_id, client_id } of rows) assert.deepEqual([actor_id, client_id], [null, null])
  return rows.map(({ action }) => action)
}

async function readText(...words: string[]) {
  const { code, stdout, stderr } = await run(installation, ...words)
  assert.deepEqual([code, stderr], [0, ''])
  return stdout
}

async function readJson(...words: string[]) {
  return JSON.parse(await readText(...words, '--json'))
}

longTest('maintenance mode and the banner can be set, and doctor reports maintenance mode', async () => {
  const { maintenance } = await readJson('maintenance', 'on', '--message', 'Back at noon')
  assert.equal(maintenance.message, 'Back at noon')
  const examined = await run(installation, 'doctor', '--json')
  const findings: { check: string; message: string }[] = JSON.parse(examined.stdout).findings
  assert.match(
    findings.find(({ check }) => check === 'maintenance')?.message ?? '',
    /^Maintenance mode is on/,
  )
  const again = await readJson('maintenance', 'on')
  assert.deepEqual(again.maintenance, { since: maintenance.since, message: null, messageRu: null })
  assert.match(await readText('maintenance', 'off'), /^Maintenance mode is off/)

  const until = '2099-01-31T18:00:00Z'
  const { banner } = await readJson('banner:set', 'We move', '--ru', 'Мы переезжаем', '--until', until)
  const { id, ...rest } = banner
  const endsAt = '2099-01-31T18:00:00.000Z'
  assert.deepEqual(rest, { kind: 'info', text: 'We move', textRu: 'Мы переезжаем', endsAt })
  const next = await readJson('banner:set', 'We have moved', '--kind', 'warning')
  assert.ok(next.banner.id > id)
  assert.deepEqual(await readJson('banner:remove'), { banner: null })
})

longTest('the branding can be set, shown and restored', async () => {
  const logo = join(installation.dataFolder, 'logo.png')
  writeFileSync(logo, png)
  const { branding } = await readJson(
    'branding:set',
    '--name',
    'Harbour',
    '--accent-color',
    '#0F766E',
    '--logo',
    logo,
  )
  assert.deepEqual([branding.name, branding.accentColor], ['Harbour', '#0f766e'])
  assert.match(branding.logo, /^[\da-f]{16}$/)
  assert.match(await readText('branding:show'), /^name: Harbour\naccentColor: #0f766e\nlogo: yes/)
  const light = await run(installation, 'branding:set', '--accent-color', '#ffd400')
  assert.match(light.stderr, /accent-color is too light for white text; #[\da-f]{6} can be read/)
  const restored = await readJson('branding:set', '--name', '', '--accent-color', '', '--logo', '')
  assert.deepEqual(
    [restored.branding.name, restored.branding.accentColor, restored.branding.logo],
    ['Atrium', null, null],
  )
})

test('a user is erased by address or id, only with --yes and only once', async () => {
  const email = 'leaving@example.org'
  const created = await run(installation, 'user:create', ...person(email, '+12025550177'), '--json')
  const { id } = JSON.parse(created.stdout)
  const asked = await run(installation, 'user:erase', email)
  assert.equal(asked.code, 1)
  assert.match(
    asked.stderr,
    new RegExp(`user ${id}\\) and cannot be undone\\. Repeat the command with --yes`),
  )
  const erased = await run(installation, 'user:erase', email, '--yes', '--json')
  assert.equal(JSON.parse(erased.stdout).id, id, erased.stderr)
  assert.match((await run(installation, 'user:erase', email, '--yes')).stderr, /was not found/)
  assert.match((await run(installation, 'user:erase', String(id), '--yes')).stderr, /has been erased/)
})

test('the audit log of both services is printed for a period', async () => {
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const { code, stdout } = await run(installation, 'audit:export', '--from', '2026-01-01')
  assert.equal(code, 0)
  assert.equal(JSON.parse(lines(stdout)[0] ?? '').service, 'identity')
  assert.equal((await run(installation, 'audit:export', '--to', '2026-01-01')).stdout, '')
  const csv = await run(installation, 'audit:export', '--format', 'csv', '--to', '2026-01-01')
  assert.match(csv.stdout, /^\uFEFFservice,id,at,action,[\w,]+\r\n$/)
  const wrong = await run(installation, 'audit:export', '--from', 'yesterday')
  assert.match(wrong.stderr, /^--from must be a day such as/)
})

test('sign-in providers are added, listed and removed; a secret is printed nowhere', async () => {
  const words = ['oidc', '--slug', 'company', '--name', 'Company', '--issuer', 'https://id.example.org']
  const own = ['--client-id', 'atrium', '--client-secret', 'kept to itself', '--create-users', 'never']
  const added = await readText('provider:add', ...words, ...own, '--trust-email', '--group-claim', 'groups')
  assert.match(added, /redirect address there: http\S+\/auth\/upstream\/company\/callback\n$/)
  const listed = await readText('provider:list', '--json')
  assert.ok(!listed.includes('kept to itself'))
  const [{ slug, createUsers, trustsEmail, groupsClaim, hasSecret }] = JSON.parse(listed).items
  assert.deepEqual(
    [slug, createUsers, trustsEmail, groupsClaim, hasSecret],
    ['company', 'never', true, 'groups', true],
  )
  const refused = await run(installation, 'provider:add', 'ldap', '--slug', 'x', '--name', 'X', '--url', 'x')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /url must be addresses such as ldaps/)
  await readText('provider:remove', 'company')
  assert.match((await run(installation, 'provider:remove', 'company')).stderr, /not found/)
})

test('a directory that does not answer archives nobody', async () => {
  const words = ['ldap', '--slug', 'away', '--name', 'Away', '--url', 'ldaps://ldap.invalid']
  await readText('provider:add', ...words, '--base-dn', 'dc=example,dc=org')
  const synced = await run(installation, 'provider:sync', 'away', '--allow-many')
  assert.deepEqual([synced.code, synced.stdout], [1, 'The directory does not answer; nothing was changed.\n'])
  await readText('provider:remove', 'away')
})

longTest('a sign-in provider is tested step by step, with the fix for what fails', async () => {
  const words = ['oidc', '--slug', 'down', '--name', 'Down', '--issuer', 'https://id.invalid']
  await readText('provider:add', ...words, '--client-id', 'atrium', '--client-secret', 'secret')
  const tested = await run(installation, 'provider:test', 'down')
  assert.equal(tested.code, 1)
  assert.match(
    tested.stdout,
    /^FAILED {2}address {7}The name id\.invalid can’t be resolved\.\n {22}→ Check the spelling/,
  )
  assert.match(tested.stdout, /^- {7}certificate {3}Not checked/m)
  assert.match(tested.stdout, /sign in to test it: http\S+\/admin\/sign-in-providers\/down$/m)
  const { item } = JSON.parse((await run(installation, 'provider:test', 'down', '--json')).stdout)
  assert.deepEqual([item.isReady, item.steps.length], [false, 8])
  const { stdout } = await run(installation, 'doctor', '--json')
  const found = JSON.parse(stdout).findings.filter(({ check }: { check: string }) => check === 'sign-in')
  assert.deepEqual(
    found.map(({ status, message }: Record<string, string>) => [status, message]),
    [['failure', 'down: The name id.invalid can’t be resolved.']],
  )
  assert.match((await run(installation, 'provider:sync', 'down')).stderr, /^down is no directory$/m)
  await readText('provider:remove', 'down')
  assert.match((await run(installation, 'provider:test', 'down')).stderr, /not found/)
})
