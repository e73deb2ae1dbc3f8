import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@atrium/testing/until'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { startIdentity } from './identity-service.ts'
import { aRegistration, aUser, signIn } from './people.ts'

const identity = await startIdentity()

function storedHash(id: number) {
  return identity.deps.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a password is stored as argon2id with OWASP’s parameters and a salt of its own', async () => {
  const one = await storedHash((await aUser(identity)).id)
  const other = await storedHash((await aUser(identity)).id)
  assert.match(one.passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one.passwordHash, other.passwordHash)
})

test('a hash with older parameters is made anew at sign-in, also of several at once', async () => {
  const person = await aUser(identity)
  const passwordHash = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await identity.deps.db.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute()
  await Promise.all([signIn(identity, person), signIn(identity, person), signIn(identity, person)])
  assert.match((await storedHash(person.id)).passwordHash, /m=19456,t=2,p=1/)
  await signIn(identity, person)
})

test('a sign-in that waits while the password changes is refused', async () => {
  const { app, deps } = identity
  const person = await aUser(identity)
  const passwordHash = await hash('another long passphrase')
  const ends = Promise.withResolvers<void>()
  const changing = deps.db.transaction().execute(async tx => {
    await tx.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute()
    await ends.promise
  })
  const payload = { username: person.email, password: person.password }
  const signingIn = app.inject({ method: 'POST', url: '/auth/login', payload })
  await until(async () => {
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

for (const password of ['пароль с пробелами ✓', 'x'.repeat(64) + 'é'.repeat(64), ' spaces count ']) {
  test(`a password of any characters is taken whole: ${password.slice(0, 12)}…`, async () => {
    const registration = aRegistration({ password })
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

for (const password of ['password1', 'qwertyuiop', '1234567890', 'iloveyou1']) {
  test(`${password} is refused as well known`, async () => {
    const response = await identity.app.inject({
      method: 'POST',
      url: '/users',
      payload: aRegistration({ password }),
    })
    assert.equal(response.statusCode, 422)
  })
}

test('one’s own e-mail address, telephone number or name is refused', async () => {
  const registration = aRegistration({ surname: 'Longsurname', name: 'Longername' })
  const { email, phone } = registration
  const names = ['longsurname', 'LongernameLongsurname', 'longsurname longername']
  for (const password of [email, phone, phone.replace('+1', '+1 '), ...names]) {
    const payload = { ...registration, password }
    assert.equal(
      (await identity.app.inject({ method: 'POST', url: '/users', payload })).statusCode,
      422,
      password,
    )
  }
})

test('a password beyond all measure is refused before it is hashed', async () => {
  const payload = { username: 'nobody@example.org', password: 'x'.repeat(5000) }
  assert.equal((await identity.app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode, 422)
})
