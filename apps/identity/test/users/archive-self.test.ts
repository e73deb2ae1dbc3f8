import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentity } from '../identity-service.ts'
import { as, asClient, asPerson, createUser, introspect, type Person, signIn } from '../people.ts'

const identity = await startIdentity()
const second = await identity.startInstance()
const { app, deps } = identity

function login({ email, password }: Person) {
  return app.inject({ method: 'POST', url: '/auth/login', payload: { username: email, password } })
}

test('a user who archives their own account is signed out everywhere, and an administrator can restore it', async () => {
  const user = await createUser(identity)
  const elsewhere = await signIn(identity, user)
  const call = await asPerson(identity, user)
  const archived = await call('DELETE', '/users/me', { currentPassword: user.password })
  assert.equal(archived.statusCode, 200, archived.body)
  assert.equal(archived.json().item.status, 'archived')
  for (const instance of [identity, second])
    assert.equal((await introspect(instance, elsewhere.access_token)).active, false)
  assert.equal((await call('GET', '/users/me')).statusCode, 401)
  assert.equal((await login(user)).statusCode, 401)

  const admin = await asPerson(identity, await createUser(identity, 'admin'))
  assert.equal((await admin('POST', `/users/${user.id}/restore`)).statusCode, 200)
  assert.equal((await login(user)).statusCode, 200)
})

test('the audit log names the user as the actor', async () => {
  const user = await createUser(identity)
  await (await asPerson(identity, user))('DELETE', '/users/me', { currentPassword: user.password })
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectId', '=', user.id)
    .where('action', '=', 'user.archived')
    .select('actorId')
    .execute()
  assert.deepEqual(entries, [{ actorId: user.id }])
})

test('without the correct password the account stays active, and guesses are counted', async () => {
  const user = await createUser(identity)
  const { access_token } = await signIn(identity, user)
  const call = as(identity, access_token)
  for (const body of [{}, { currentPassword: '' }, { currentPassword: 'unmistakable-guess-5' }]) {
    const refused = await call('DELETE', '/users/me', body)
    assert.equal(refused.statusCode, 422, refused.body)
    assert.ok(refused.json().error.details.errors.currentPassword)
  }
  assert.equal((await call('GET', '/users/me')).json().item.status, 'active')

  let statusCode = 422
  for (let guess = 0; statusCode === 422 && guess < 20; guess += 1)
    statusCode = (await call('DELETE', '/users/me', { currentPassword: `guess ${guess}` })).statusCode
  assert.equal(statusCode, 429)
})

test('the last owner cannot be archived', async () => {
  const owner = await createUser(identity, 'owner')
  const call = await asPerson(identity, owner)
  const refused = await call('DELETE', '/users/me', { currentPassword: owner.password })
  assert.equal(refused.statusCode, 409, refused.body)
  assert.equal((await call('GET', '/users/me')).json().item.status, 'active')
})

test('a client has no account to archive', async () => {
  const call = await asClient(identity, 'user:write')
  assert.equal((await call('DELETE', '/users/me', { currentPassword: 'any' })).statusCode, 403)
})
