import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { authorizeUrl, openSignInPage, submit } from '../authorize-flow.ts'
import {
  advanceClock,
  freezeClock,
  type Identity,
  sharedIdentity,
  startIdentity,
} from '../identity-service.ts'
import { createUser, type Person, registerClient, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
freezeClock(identity.deps)

function attempt(instance: Pick<Identity, 'app'>, person: Person, password: string, from = '203.0.113.1') {
  const payload = { username: person.email, password }
  return instance.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload,
    headers: { 'x-forwarded-for': from },
  })
}

async function lockOut(person: Person, instance: Pick<Identity, 'app'> = identity) {
  for (let count = 0; count < 5; count += 1)
    assert.equal((await attempt(instance, person, 'wrong')).statusCode, 401)
}

test('after five failures even the correct password gets 429 with Retry-After, on every instance', async () => {
  const person = await createUser(identity)
  const before = { ...identity.deps.counters.signIns.read() }
  await lockOut(person)
  const second = await identity.startInstance()
  second.deps.now = identity.deps.now
  for (const instance of [identity, second]) {
    for (const password of ['wrong', person.password]) {
      const response = await attempt(instance, person, password)
      assert.equal(response.statusCode, 429)
      assert.ok(Number(response.headers['retry-after']) > 0)
    }
  }
  const { succeeded, failed, blocked } = identity.deps.counters.signIns.read()
  const counted = [succeeded - before.succeeded, failed - before.failed, blocked - before.blocked]
  assert.deepEqual(counted, [0, 5, 2])
})

test('a user on another network can still sign in', async () => {
  const person = await createUser(identity)
  await lockOut(person)
  assert.equal((await attempt(identity, person, person.password, '198.51.100.7')).statusCode, 200)
})

test('an IPv6 network counts as one address, in any spelling', async () => {
  const person = await createUser(identity)
  const addresses = ['2001:db8:0:7::1', '2001:db8:0:7::2', '2001:DB8:0:7:a:b:c:d', '2001:db8::7:0:0:0:3']
  for (const from of [...addresses, '2001:db8:0:7:ffff::'])
    assert.equal((await attempt(identity, person, 'wrong', from)).statusCode, 401)
  assert.equal((await attempt(identity, person, person.password, '2001:db8:0:7::99')).statusCode, 429)
  for (const elsewhere of ['2001:db8:0:8::1', '::ffff:203.0.113.9', 'fe80::1%eth0', '::1'])
    assert.equal((await attempt(identity, person, person.password, elsewhere)).statusCode, 200)
})

test('a value that is no address is counted too', async () => {
  const person = await createUser(identity)
  for (let count = 0; count < 5; count += 1) {
    const from = randomBytes(4000).toString('hex')
    assert.equal((await attempt(identity, person, 'wrong', from)).statusCode, 401)
  }
  assert.equal((await attempt(identity, person, person.password, 'nowhere')).statusCode, 429)
})

test('an unknown account is counted like a known one', async () => {
  const stranger = { id: 0, email: 'nobody@example.org', phone: '', password: 'x' }
  await lockOut(stranger)
  assert.equal((await attempt(identity, stranger, 'wrong')).statusCode, 429)
})

test('email and phone number count as the same account', async () => {
  const person = await createUser(identity)
  await lockOut(person)
  assert.equal((await attempt(identity, { ...person, email: person.phone }, person.password)).statusCode, 429)
})

test('the wait doubles up to fifteen minutes, and the correct password after it clears the count', async () => {
  const late = await startIdentity({ TRUST_PROXY: 'true' })
  freezeClock(late.deps)
  const person = await createUser(late)
  await lockOut(person, late)
  const waits: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const blocked = await attempt(late, person, person.password)
    assert.equal(blocked.statusCode, 429)
    waits.push(Number(blocked.headers['retry-after']))
    advanceClock(late.deps, waits.at(-1) ?? 0)
    if (round < 6) assert.equal((await attempt(late, person, 'wrong')).statusCode, 401)
  }
  assert.deepEqual(waits, [30, 60, 120, 240, 480, 900, 900])
  assert.equal((await attempt(late, person, person.password)).statusCode, 200)
  for (let count = 0; count < 4; count += 1) await attempt(late, person, 'wrong')
  assert.equal((await attempt(late, person, person.password)).statusCode, 200)
})

test('old failures do not count', async () => {
  const late = await startIdentity({ TRUST_PROXY: 'true' })
  const person = await createUser(late)
  for (let count = 0; count < 4; count += 1) await attempt(late, person, 'wrong')
  advanceClock(late.deps, 901)
  await attempt(late, person, 'wrong')
  assert.equal((await attempt(late, person, person.password)).statusCode, 200)
})

test('of forty guesses at once, on two instances, exactly five are evaluated', async () => {
  const person = await createUser(identity)
  const second = await identity.startInstance()
  second.deps.now = identity.deps.now
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      attempt(index % 2 ? identity : second, person, 'wrong', '203.0.113.9'),
    ),
  )
  assert.equal(guesses.filter(({ statusCode }) => statusCode === 401).length, 5)
  assert.equal(guesses.filter(({ statusCode }) => statusCode === 429).length, 35)
  const waits = guesses.flatMap(({ headers }) => headers['retry-after'] ?? [])
  assert.deepEqual([...new Set(waits.map(Number))], [30])
})

test('an account that many networks guess at is slowed down, and its user stays signed in and can sign in', async () => {
  const slow = await startIdentity({ TRUST_PROXY: 'true' })
  freezeClock(slow.deps)
  const person = await createUser(slow)
  const home = '192.0.2.7'
  assert.equal((await attempt(slow, person, person.password, home)).statusCode, 200)
  const statuses = []
  for (let count = 1; count <= 60; count += 1)
    statuses.push((await attempt(slow, person, 'wrong', `198.51.100.${count}`)).statusCode)
  assert.deepEqual(statuses, [...Array(50).fill(401), ...Array(10).fill(429)])

  const abroad = await attempt(slow, person, person.password, '203.0.113.77')
  assert.equal(abroad.statusCode, 429)
  assert.equal(Number(abroad.headers['retry-after']), 10)
  assert.equal((await attempt(slow, person, person.password, home)).statusCode, 200)
  assert.equal((await attempt(slow, person, 'wrong', home)).statusCode, 401)
  for (const status of [401, 429]) {
    if (status === 401) advanceClock(slow.deps, 10)
    assert.equal((await attempt(slow, person, 'wrong', '198.51.100.99')).statusCode, status)
  }
  advanceClock(slow.deps, 10)
  assert.equal((await attempt(slow, person, person.password, '203.0.113.77')).statusCode, 200)
})

test('one address cannot try all accounts', async () => {
  const from = '203.0.113.50'
  await identity.deps.db
    .insertInto('signInFailures')
    .values({ subject: `address ${from}`, failures: 299, firstFailedAt: new Date().toISOString() })
    .execute()
  const stranger = { id: 0, email: 'another@example.org', phone: '', password: 'x' }
  assert.equal((await attempt(identity, stranger, 'wrong', from)).statusCode, 401)
  const person = await createUser(identity)
  assert.equal((await attempt(identity, person, person.password, from)).statusCode, 429)
})

test('the token endpoint and the sign-in page report the lockout, too', async () => {
  const person = await createUser(identity)
  const client = await registerClient(identity)
  const headers = { 'x-forwarded-for': '203.0.113.1' }
  await lockOut(person)
  const form = { grant_type: 'password', username: person.email, password: person.password }
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const token = await tokenRequest(identity, { ...form, ...credentials }, headers)
  assert.equal(token.statusCode, 429)
  assert.equal(token.json().error, 'temporarily_unavailable')
  assert.ok(Number(token.headers['retry-after']) > 0)
  const page = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const filled = { ...page.form, username: person.email, password: person.password }
  const answer = await submit(identity, filled, page.cookies, headers)
  assert.equal(answer.statusCode, 429)
  assert.match(answer.body, /Too many failed attempts/)
  assert.ok(Number(answer.headers['retry-after']) > 0)
})
