import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { createIdentityApp } from '@atrium/identity/app'
import { createDeps } from '@atrium/identity/compose'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { codeAt, stepAt } from '@atrium/identity/sign-in/two-factor/time-code'
import { prepareInstallation } from '../src/installation.ts'
import { createMigratedInstallation, run } from './atrium.ts'

const password = 'correct horse 7 staple'
const installation = await createMigratedInstallation({ RATE_LIMIT: 'off' })
const { environment } = await prepareInstallation(installation.environment)
const deps = await createDeps(loadIdentitySettings(environment), createLogger('identity', 'silent'))
const app = await createIdentityApp(deps)
after(() => app.close())

const salt = 'MDEyMzQ1Njc4OWFiY2RlZg'
/** Hashes of the same password that Python, slapd and a library for argon2 have made. */
const hashes: Record<string, string> = {
  argon2i: '$argon2i$v=19$m=4096,t=3,p=1$aWi6yna32JcbpMyKnGP5qQ$njrqMZhunuR3DaJLXyMlF0jelZ06uGI7kZ1dc+evjqw',
  argon2id:
    '$argon2id$v=19$m=7168,t=5,p=1$m/8cgBSMJLRoSikHneOHZg$StrEaBI45YvqqrBGTsro3jLVvA4DXmdKiOVpATWD2yY',
  'django-argon2':
    'argon2$argon2id$v=19$m=7168,t=5,p=1$m/8cgBSMJLRoSikHneOHZg$StrEaBI45YvqqrBGTsro3jLVvA4DXmdKiOVpATWD2yY',
  bcrypt: '$2b$10$N9qo8uLOickgx2ZMRZoMye.w4Ioa4o8d9xkR6seGAEU0GXVTrP2RG',
  'bcrypt-php': '$2y$05$abcdefghijklmnopqrstuuMuHFbW6cHJT6yx8xc494mLZguejIbVO',
  'django-bcrypt': 'bcrypt_sha256$$2b$06$abcdefghijklmnopqrstuuMsZEE5cPKdS6NF1mZIyydo1VsGUSmaq',
  scrypt: `$scrypt$ln=14,r=8,p=1$${salt}$2Y+XRXjHFd/0p5jW8J+lN1Px8aQ4ofH9rf73ioydvZo`,
  'django-scrypt':
    'scrypt$16384$saltsaltsalt$8$1$Ka+4yeIs+2z2kHbcFRddu3edmYEQyoALLOCHg07HIzJ1brPPimpOfEjApWFTRQ3HEUNrM5iNk1gRdInopU0IVQ==',
  pbkdf2: `$pbkdf2-sha256$29000$${salt}$PDUP.g8vQAeByjGWopjQ9oOJnN4AVdetexr1bit1fiA`,
  'django-pbkdf2': 'pbkdf2_sha256$30000$saltsaltsalt$IZkFjfTSQ5HqlGx+PtSecXBYow28K1jmc/DKliSmQMk=',
  ssha: '{SSHA}xL3H2ptuQSIegJwkyu5pPk+i6cAqVq1+',
  ssha512:
    '{SSHA512}dwaWQnUZ0V+jzsXxvE5wo7eDIHfGDOc+pZT/rul+pnBWZkxrVMhQC9jVRlDZ8TgMLbXv9CGusS57R8Tq7gEKLnNhbHRzYWx0',
}

function write(name: string, content: string) {
  const file = join(installation.home, name)
  writeFileSync(file, content)
  return file
}

function writeLines(name: string, records: object[]) {
  return write(name, records.map(record => `${JSON.stringify(record)}\n`).join(''))
}

async function importFile(file: string, format: string, ...words: string[]) {
  const { code, stdout, stderr } = await run(
    installation,
    'users:import',
    file,
    '--format',
    format,
    ...words,
    '--json',
  )
  return { code, stderr, ...(stdout && JSON.parse(stdout)) }
}

function signIn(username: string, typed = password) {
  return app.inject({ method: 'POST', url: '/auth/login', payload: { username, password: typed } })
}

async function exportLines() {
  const file = join(installation.home, 'export.ndjson')
  const { code, stdout } = await run(installation, 'users:export', file)
  assert.equal(code, 0)
  assert.match(stdout, /password hashes/)
  return { file, lines: readFileSync(file, 'utf8').trim().split('\n') }
}

test('users keep their passwords, whichever program has hashed them, and the hash is replaced when they sign in', async () => {
  const users = Object.entries(hashes).map(([kind, passwordHash]) => ({
    email: `${kind}@example.org`,
    name: 'Ann',
    surname: 'Lee',
    passwordHash,
  }))
  const file = writeLines('hashes.ndjson', users)
  const { code, created, refused } = await importFile(file, 'ndjson')
  assert.deepEqual([code, created, refused], [0, users.length, 0])
  for (const { email, passwordHash } of users) {
    assert.equal((await signIn(email, 'another password')).statusCode, 401, email)
    const signedIn = await signIn(email)
    assert.equal(signedIn.statusCode, 200, `${email} ${signedIn.body}`)
    const stored = await deps.db
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.userId', 'users.id')
      .where('email', '=', email)
      .select('hash')
      .executeTakeFirstOrThrow()
    assert.match(stored.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.notEqual(stored.hash, passwordHash)
    assert.equal((await signIn(email)).statusCode, 200)
  }
  assert.equal((await importFile(file, 'ndjson')).unchanged, users.length)
  assert.equal((await signIn('bcrypt@example.org')).statusCode, 200)
})

test('importing twice, and a dry run, change nothing', async () => {
  const user = { email: 'Twice@Example.org', name: 'Ada', phone: '+1 202 555 0177', emailVerifiedAt: null }
  const file = writeLines('twice.ndjson', [user])
  const before = await exportLines()
  const dry = await importFile(file, 'ndjson', '--dry-run')
  assert.deepEqual([dry.code, dry.created, dry.dryRun], [0, 1, true])
  assert.deepEqual((await exportLines()).lines, before.lines)
  assert.equal((await importFile(file, 'ndjson')).created, 1)
  const imported = await exportLines()
  const again = await importFile(file, 'ndjson')
  assert.deepEqual([again.code, again.created, again.unchanged], [0, 0, 1])
  assert.deepEqual((await exportLines()).lines, imported.lines)
})

test('a line that is refused says which and why; the others are imported', async () => {
  const good = { email: 'good@example.org', name: 'Good' }
  const lines = [
    JSON.stringify({ email: 'nowhere', name: 'A' }),
    'not JSON',
    JSON.stringify({
      email: 'plain@example.org',
      name: 'B',
      passwordHash: '5f4dcc3b5aa765d61d8327deb882cf99',
    }),
    '',
    JSON.stringify({ email: 'costly@example.org', name: 'C', passwordHash: `$2b$20$${'a'.repeat(53)}` }),
    JSON.stringify({
      email: 'md5crypt@example.org',
      name: 'D',
      passwordHash: '$1$abcdefgh$ZcZbvnJMV1hD6Q2LtmvUZ.',
    }),
    JSON.stringify(good),
    JSON.stringify({ ...good, name: 'Twin' }),
    JSON.stringify({ email: 'phone@example.org', name: 'E', phone: '+12025550177' }),
    JSON.stringify({ email: 'more@example.org', name: 'G', shoeSize: 41 }),
  ]
  const report = join(installation.home, 'report.ndjson')
  const file = write('bad.ndjson', lines.join('\r\n'))
  const { code, created, refused, problems, stderr } = await importFile(file, 'ndjson', '--report', report)
  assert.deepEqual([code, created, refused], [1, 1, 8])
  assert.deepEqual(
    problems.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
    [
      [1, 'email must be an email address'],
      [2, 'must be a JSON object'],
      [3, 'passwordHash has no salt; leave it out and let the user reset their password'],
      [5, 'passwordHash takes too much time or memory to verify'],
      [
        6,
        'passwordHash must be an argon2, bcrypt, scrypt or pbkdf2 hash, one of Django, or SSHA of a directory',
      ],
      [8, 'repeats line 7'],
      [9, 'A user with this phone number already exists'],
      [10, 'shoeSize is not a known field'],
    ],
  )
  assert.match(stderr, /^line 3 \(plain@example\.org\) refused: passwordHash has no salt/m)
  const reported = readFileSync(report, 'utf8').trim().split('\n')
  assert.equal(reported.length, 9)
  assert.deepEqual(JSON.parse(reported[5] ?? ''), {
    line: 7,
    name: 'good@example.org',
    kind: 'user',
    result: 'created',
  })
  for (const email of ['plain@example.org', 'costly@example.org'])
    assert.equal((await signIn(email)).statusCode, 401)
})

test('a CSV file can have quoted cells, and its first line names the fields', async () => {
  const rows = [
    'email,name,surname,phone,emailVerifiedAt,passwordHash,groups',
    'csv@example.org,"Mary ""May""","Smith, Jr.",+12025550188,2026-01-31T08:00:00Z,"$2b$10$N9qo8uLOickgx2ZMRZoMye.w4Ioa4o8d9xkR6seGAEU0GXVTrP2RG",Sales;Support',
    'short@example.org,Short',
  ]
  const { code, created, problems } = await importFile(write('a.csv', `\uFEFF${rows.join('\r\n')}`), 'csv')
  assert.deepEqual([code, created], [1, 1])
  assert.deepEqual(problems, [
    { line: 3, name: null, reason: 'must have 7 fields as the first line has, not 2' },
  ])
  assert.equal((await signIn('csv@example.org')).statusCode, 200)
  const { lines } = await exportLines()
  const { name, surname, phone, emailVerifiedAt, groups } = JSON.parse(lines.at(-1) ?? '')
  assert.deepEqual(
    { name, surname, phone, emailVerifiedAt, groups },
    {
      name: 'Mary "May"',
      surname: 'Smith, Jr.',
      phone: '+12025550188',
      emailVerifiedAt: '2026-01-31T08:00:00.000Z',
      groups: ['Sales', 'Support'],
    },
  )
  const unknown = await importFile(write('b.csv', 'email,name,age\na@example.org,A,7\n'), 'csv')
  assert.match(unknown.stderr, /The first line must name the fields: email, name, .*It has “age”/)
})

test('users of Auth0 bring their names, their addresses and their passwords', async () => {
  const user = {
    _id: { $oid: '60425dc43519d90068f82973' },
    email_verified: true,
    email: 'auth0@example.org',
    passwordHash: hashes.bcrypt,
    given_name: 'Olga',
    family_name: 'Orlova',
    created_at: '2024-03-04T05:06:07.000Z',
  }
  const nameless = { _id: { $oid: '60425dc43519d90068f82974' }, email: 'kim@example.org', nickname: 'kim' }
  const { code, created } = await importFile(writeLines('auth0.json', [user, nameless]), 'auth0')
  assert.deepEqual([code, created], [0, 2])
  const signedIn = await signIn('auth0@example.org')
  assert.equal(signedIn.statusCode, 200, signedIn.body)
  const [first, second] = (await exportLines()).lines.slice(-2).map(line => JSON.parse(line))
  assert.deepEqual([first.name, first.surname, first.emailVerifiedAt], ['Olga', 'Orlova', user.created_at])
  assert.deepEqual([second.name, second.emailVerifiedAt, second.passwordHash], ['kim', null, null])
})

const keycloakPassword = {
  type: 'password',
  secretData: JSON.stringify({
    value: 'OYNat70Wa7pLOy9WsN1R4W2ZDGnbMZ463JuL6E5loTtpsB33IeGtaqvF5OqojHRS4RLTxhehBAYgdapR6vebIg==',
    salt: `${salt}==`,
  }),
  credentialData: JSON.stringify({ hashIterations: 30000, algorithm: 'pbkdf2-sha512' }),
}

const realm = {
  realm: 'acme',
  displayName: 'Acme "users": [',
  roles: { realm: [{ name: 'pilot' }] },
  users: [
    {
      username: 'vera',
      email: 'vera@example.org',
      emailVerified: true,
      enabled: true,
      firstName: 'Vera',
      lastName: 'Volkova',
      createdTimestamp: 1_700_000_000_000,
      credentials: [keycloakPassword],
      groups: ['/sales', '/Berlin/Ground staff'],
      realmRoles: ['default-roles-acme', 'pilot', 'admin'],
    },
    {
      username: 'otto',
      email: 'otto@example.org',
      enabled: true,
      credentials: [
        keycloakPassword,
        {
          type: 'otp',
          secretData: JSON.stringify({ value: 'abcdefghij0123456789' }),
          credentialData: JSON.stringify({
            subType: 'totp',
            digits: 6,
            counter: 0,
            period: 30,
            algorithm: 'HmacSHA1',
          }),
        },
      ],
    },
    { username: 'gone', email: 'gone@example.org', enabled: false, credentials: [keycloakPassword] },
    { username: 'service-account-wiki', serviceAccountClientId: 'wiki', enabled: true },
  ],
  clients: [
    { clientId: 'account', redirectUris: ['/realms/acme/account/*'], publicClient: true },
    {
      clientId: 'wiki',
      name: 'Wiki',
      enabled: true,
      secret: 'a-secret-of-the-wiki',
      redirectUris: ['https://wiki.example.org/callback', 'https://wiki.example.org/*'],
      standardFlowEnabled: true,
      protocol: 'openid-connect',
    },
    { clientId: 'old', enabled: true, protocol: 'saml', redirectUris: ['https://old.example.org/'] },
  ],
}

test('a realm of Keycloak brings users, roles, authenticator apps and clients', async () => {
  const file = write('realm.json', JSON.stringify(realm, null, 2))
  const { code, created, clients, stderr } = await importFile(file, 'keycloak')
  assert.equal(code, 0, stderr)
  assert.deepEqual([created, clients.created, clients.skipped], [3, 1, 1])
  assert.match(stderr, /\(vera@example\.org\) The role admin was not assigned: it has rights in Atrium/)
  assert.match(stderr, /\(wiki\) https:\/\/wiki\.example\.org\/\* was left out/)
  assert.match(stderr, /\(old\) skipped: Atrium has no saml/)

  assert.equal((await signIn('vera@example.org')).statusCode, 200)
  const vera = (await exportLines()).lines.map(line => JSON.parse(line)).find(({ name }) => name === 'Vera')
  assert.deepEqual(vera.roles, ['pilot', 'user'])
  assert.deepEqual(vera.groups, ['Berlin/Ground staff', 'Sales'])
  const otto = await signIn('otto@example.org')
  assert.equal(otto.statusCode, 401)
  const { two_factor_token } = otto.json().error.details
  const code30 = codeAt(Buffer.from('abcdefghij0123456789'), stepAt(new Date()))
  const second = { method: 'POST', url: '/auth/login/two-factor' } as const
  const completed = await app.inject({ ...second, payload: { two_factor_token, code: code30 } })
  assert.equal(completed.statusCode, 200, completed.body)
  assert.equal((await signIn('gone@example.org')).statusCode, 401)

  const form = { grant_type: 'refresh_token', refresh_token: 'none', client_id: 'wiki' }
  const redeem = async (client_secret: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...form, client_secret }).toString(),
    })
    return answer.json().error
  }
  assert.equal(await redeem('a-secret-of-the-wiki'), 'invalid_grant')
  assert.equal(await redeem('another'), 'invalid_client')

  const again = await importFile(file, 'keycloak')
  assert.deepEqual([again.created, again.unchanged, again.clients.unchanged], [0, 3, 1])

  const printer = JSON.stringify({ users: [{ username: 'printer', enabled: true }] })
  const withoutEmail = await importFile(write('printer.json', printer), 'keycloak')
  assert.match(withoutEmail.stderr, /\(printer\) refused: email is required/)
})

test('a file that ends early is refused as a whole', async () => {
  const cut = JSON.stringify({ ...realm, users: [{ username: 'x', email: 'x@example.org' }] }).slice(0, -10)
  const { code, stderr } = await importFile(write('cut.json', cut), 'keycloak')
  assert.deepEqual([code, stderr], [1, 'The file ends in the middle of line 1. Nothing was imported.\n'])
  const { lines } = await exportLines()
  assert.equal(
    lines.some(line => line.includes('x@example.org')),
    false,
  )
})

test('an export can be imported elsewhere, and exporting it there gives the same file', async () => {
  const { file, lines } = await exportLines()
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const otto = lines.map(line => JSON.parse(line)).find(({ email }) => email === 'otto@example.org')
  assert.ok(otto.otpSecret && otto.passwordHash)
  const elsewhere = await createMigratedInstallation()
  const moved = await run(elsewhere, 'users:import', file, '--format', 'ndjson')
  assert.equal(moved.code, 0, moved.stderr)
  const copy = join(installation.home, 'copy.ndjson')
  await run(elsewhere, 'users:export', copy)
  assert.equal(readFileSync(copy, 'utf8'), readFileSync(file, 'utf8'))
})

test('the format is required', async () => {
  const { code, stderr } = await run(installation, 'users:import', 'people.json')
  assert.deepEqual([code, stderr], [1, '--format must be one of keycloak, auth0, ndjson, csv\n'])
  const missing = await run(installation, 'users:import', '/nowhere/people.json', '--format', 'csv')
  assert.match(missing.stderr, /no such file/)
})
