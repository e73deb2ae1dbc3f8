import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { createPasswordHasher } from '#sign-in/authenticators/password-hash.ts'
import { measurePassword } from '#sign-in/credentials/password-strength.ts'
import { findPasswordHash, setPasswordHash } from '#users/credentials.queries.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, registrationInput, signIn } from '../people.ts'

const identity = await sharedIdentity()
identity.deps.passwordHasher = createPasswordHasher() // as in production

async function storedHash(id: number) {
  return (await findPasswordHash(identity.deps.db, id)) ?? ''
}

test('a password is stored as argon2id with OWASP’s parameters and its own salt', async () => {
  const one = await storedHash((await createUser(identity)).id)
  const other = await storedHash((await createUser(identity)).id)
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one, other)
})

test('a hash with older parameters is renewed at sign-in, also when several happen at once', async () => {
  const person = await createUser(identity)
  const older = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await setPasswordHash(identity.deps.db, person.id, older, new Date().toISOString())
  await Promise.all([signIn(identity, person), signIn(identity, person), signIn(identity, person)])
  assert.match(await storedHash(person.id), /m=19456,t=2,p=1/)
  await signIn(identity, person)
})

test('a sign-in that waits while the password changes is refused', async () => {
  const { app, deps } = identity
  const person = await createUser(identity)
  const another = await hash('another long passphrase')
  const ends = Promise.withResolvers<void>()
  const changing = deps.db.transaction().execute(async tx => {
    await setPasswordHash(tx, person.id, another, new Date().toISOString())
    await ends.promise
  })
  const payload = { username: person.email, password: person.password }
  const signingIn = app.inject({ method: 'POST', url: '/auth/login', payload })
  await waitUntil(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%token_families%'`.execute(
      deps.db,
    )
    return rows.length > 0
  })
  ends.resolve()
  await changing
  const refused = await signingIn
  assert.equal(refused.statusCode, 401, refused.body)
  assert.match(refused.json().error.message, /has just been changed/)
  const families = deps.db.selectFrom('tokenFamilies').where('userId', '=', person.id).selectAll()
  assert.deepEqual(await families.execute(), [])
})

for (const password of [
  'пароль с пробелами ✓',
  `${'correct horse battery '.repeat(6).slice(0, 127)}é`,
  ' spaces count ',
]) {
  test(`a password can contain any characters: ${password.slice(0, 12)}…`, async () => {
    const registration = registrationInput({ password })
    const { app } = identity
    assert.equal((await app.inject({ method: 'POST', url: '/users', payload: registration })).statusCode, 200)
    const login = (given: string) =>
      app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { username: registration.email, password: given },
      })
    assert.equal((await login(password)).statusCode, 200)
    assert.equal((await login(password.slice(0, -1))).statusCode, 401)
  })
}

const { app } = identity

function register(payload: object) {
  return app.inject({ method: 'POST', url: '/users', payload })
}

const weak = [
  '987654321',
  '00000000',
  '123123123',
  'aaaaaaaa',
  '        ',
  'abcdefgh',
  '12341234',
  '87654321',
]
for (const password of [
  ...weak,
  'password1',
  'qwertyuiop',
  'iloveyou1',
  'P@ssw0rd',
  'responsibility',
  '01.01.1990',
]) {
  test(`“${password}” is refused as too easy to guess`, async () => {
    const response = await register(registrationInput({ password }))
    assert.equal(response.statusCode, 422)
    assert.match(response.json().error.details.errors.password[0], /too easy to guess/)
  })
}

test('a user’s own data is refused as a password in any spelling', async () => {
  const names = { surname: 'Longsurname', name: 'Longername', patronymic: 'Longpatronymic' }
  const registration = registrationInput({ ...names, email: 'some.mailbox@unheard-of.example' })
  const { email, phone } = registration
  const own = [email, 'somemailbox', 'unheard-of.example', phone, phone.slice(1), phone.replace('+1', '+1 ')]
  const ownNames = ['longsurname', 'LongernameLongsurname', 'longsurname longername', 'Longpatronymic1']
  for (const password of [...own, ...ownNames]) {
    assert.equal((await register({ ...registration, password })).statusCode, 422, password)
  }
})

test('changing and resetting a password follow the same rule', async () => {
  const person = await createUser(identity)
  const call = await asPerson(identity, person)
  const url = `/users/${person.id}/passport-change`
  for (const password of [...weak, person.email]) {
    const response = await call('POST', url, { password, currentPassword: person.password })
    assert.equal(response.statusCode, 422, password)
    assert.deepEqual(Object.keys(response.json().error.details.errors), ['password'])
  }
})

test('the browser’s meter and the server agree on every password', async () => {
  const owner = { email: 'ann.lee@example.org', phone: '+12025550177', surname: 'Lee', name: 'Ann' }
  const passwords = [
    ...weak,
    ...['short', 'x'.repeat(129), 'пароль1', 'йцукенгшщз', 'annlee1990', '2025550177', 'ann.lee@example.org'],
    ...['Tr0ub4dor&3', 'correct horse', 'horse battery staple', 'zxcvbnm,', 'qazwsxedc', '𝒜𝒷𝒸𝒹𝑒𝒻', 'Qx7!kd'],
  ]
  for (const password of passwords) {
    const { problem } = measurePassword(password, owner)
    const { statusCode, body } = await register({ ...owner, consent: true, password })
    assert.equal(statusCode === 422, problem !== undefined, `${password}: ${problem} ${body}`)
  }
})

test('a far too long password is refused before it is hashed', async () => {
  const payload = { username: 'nobody@example.org', password: 'x'.repeat(5000) }
  assert.equal((await identity.app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode, 422)
})

test('sign-ins beyond the hashing queue get 503 with Retry-After, and later ones continue', async () => {
  const person = await createUser(identity)
  const payload = { username: person.email, password: person.password }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { passwordHasher } = identity.deps
  const crowd = Array.from({ length: 300 }, () => passwordHasher.inTurn(() => released).catch(() => {}))
  const refused = await app.inject({ method: 'POST', url: '/auth/login', payload })
  assert.equal(refused.statusCode, 503)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  release()
  await Promise.all(crowd)
  await signIn(identity, person)
})
