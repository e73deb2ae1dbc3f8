import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freezeClock, sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, type Person } from '../people.ts'

const identity = await sharedIdentity()
freezeClock(identity.deps)
const admin = await createUser(identity, 'admin')
const call = await asPerson(identity, admin)

function attempt(person: Person, password: string, from: string) {
  return identity.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password },
    headers: { 'x-forwarded-for': from },
  })
}

async function lockOut(person: Person, from: string) {
  for (let count = 0; count < 5; count += 1) await attempt(person, 'wrong', from)
  assert.equal((await attempt(person, person.password, from)).statusCode, 429)
}

test('an unlocked user can sign in again from every address, and it is audited', async () => {
  const person = await createUser(identity)
  const lockout = async () => (await call('GET', `/users/${person.id}/lockout`)).json().item
  assert.deepEqual(await lockout(), { isLocked: false, lockedUntil: null, failures: 0 })
  const addresses = ['203.0.113.1', '203.0.113.2']
  for (const address of addresses) await lockOut(person, address)
  const { isLocked, lockedUntil, failures } = await lockout()
  assert.deepEqual([isLocked, failures], [true, 10])
  assert.match(lockedUntil, /Z$/)
  assert.equal((await call('POST', `/users/${person.id}/unlock`)).statusCode, 200)
  for (const address of addresses)
    assert.equal((await attempt(person, person.password, address)).statusCode, 200)
  assert.equal((await lockout()).isLocked, false)
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  const { items } = (await owner('GET', `/audit?action=user.unlocked&subjectId=${person.id}`)).json()
  assert.equal(items[0].actorId, admin.id)
})

test('unlocking one user leaves others locked', async () => {
  const [person, other] = [await createUser(identity), await createUser(identity)]
  await lockOut(person, '203.0.113.3')
  await lockOut(other, '203.0.113.3')
  await call('POST', `/users/${person.id}/unlock`)
  assert.equal((await attempt(person, person.password, '203.0.113.3')).statusCode, 200)
  assert.equal((await attempt(other, other.password, '203.0.113.3')).statusCode, 429)
})

test('a user of a higher level or an unknown user cannot be unlocked', async () => {
  const owner = await createUser(identity, 'owner')
  assert.equal((await call('POST', `/users/${owner.id}/unlock`)).statusCode, 403)
  assert.equal((await call('POST', '/users/999999/unlock')).statusCode, 404)
  assert.equal((await call('GET', '/users/999999/lockout')).statusCode, 404)
})
