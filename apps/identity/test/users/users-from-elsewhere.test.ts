import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tablesContaining } from '@atrium/testing/stored-text'
import { getFirstPartyClient } from '#oauth/clients/first-party-client.ts'
import { setPassword } from '#sign-in/credentials/credentials.commands.ts'
import { signInUser } from '#tokens/issue-tokens.ts'
import { getSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { insertUser } from '#users/user.queries.ts'
import { sharedIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import { as, asPerson, createUser, createUserFromElsewhere, goodPassword, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const admin = await asPerson(identity, await createUser(identity, 'admin'))

function login(username: string, password: string) {
  return app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
}

test('a user without phone number, consent and password is shown like any other, and can be sent back', async () => {
  const { id } = await createUserFromElsewhere(identity)
  const { item } = (await admin('GET', `/users/${id}`)).json()
  assert.deepEqual([item.phone, item.consentAt, item.status], [null, null, 'active'])
  const no = { hasPassword: false, canChangePassword: false, canResetPassword: false }
  assert.deepEqual(item.capabilities, no)
  const response = await admin('PUT', `/users/${id}`, { ...item, stack: 'Sails' })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().item.stack, 'Sails')
})

test('no password signs in a user who has none, and the answer is that of a wrong password', async () => {
  const { email } = await createUserFromElsewhere(identity)
  const person = await createUser(identity)
  const wrong = await login(person.email, 'not the password')
  for (const password of ['', 'nobody has this password', goodPassword]) {
    const { statusCode, body } = await login(email, password)
    assert.deepEqual([statusCode, withoutId(body)], [401, withoutId(wrong.body)])
  }
})

function withoutId(body: string) {
  return body.replace(/"requestId":"[^"]*"/, '')
}

test('no reset link is sent to a user without a password', async () => {
  const mailbox = await startMailbox(deps)
  const { email } = await createUserFromElsewhere(identity)
  const person = await createUser(identity)
  for (const username of [email, person.email]) {
    const response = await app.inject({
      method: 'POST',
      url: '/auth/password-reset',
      payload: { username },
    })
    assert.equal(response.statusCode, 200)
  }
  await mailbox.waitForEmail(person.email, 1) // after the confirmation
  assert.deepEqual(
    mailbox.received.filter(({ to }) => to.includes(email)),
    [],
  )
})

test('a user without a password who has no account elsewhere gets a reset link', async () => {
  const mailbox = await startMailbox(deps)
  const email = 'imported@example.org'
  await insertUser(deps.db, { email, phone: null, consentAt: null, surname: '', name: 'Imre' })
  await app.inject({ method: 'POST', url: '/auth/password-reset', payload: { username: email } })
  const { source } = await mailbox.waitForEmail(email)
  assert.match(source, /password-reset\?/)
})

test('an administrator or the console can set a first password', async () => {
  const byAdmin = await createUserFromElsewhere(identity)
  const url = `/users/${byAdmin.id}/passport-change`
  assert.equal((await admin('POST', url, { password: goodPassword })).statusCode, 200)
  const byConsole = await createUserFromElsewhere(identity)
  await setPassword(deps, byConsole.id, goodPassword)
  for (const { email } of [byAdmin, byConsole])
    assert.equal((await login(email, goodPassword)).statusCode, 200)
  const { item } = (await admin('GET', `/users/${byAdmin.id}`)).json()
  assert.equal(item.capabilities.hasPassword, true)
})

test('without a password a recent sign-in is what the password is for others', async () => {
  const { id, email } = await createUserFromElsewhere(identity)
  const call = await asUserFromElsewhere(id)
  const url = `/users/${id}/passport-change`
  const refused = await call('POST', url, { password: goodPassword })
  assert.equal(refused.statusCode, 422, refused.body)
  assert.match(refused.json().error.details.errors.password[0], /only be set by an administrator/)
  const changed = await call('POST', url, { phone: '+12025557001' })
  assert.equal(changed.statusCode, 200, changed.body)
  const currentPassword = ''
  const { now } = deps
  deps.now = () => new Date(now().getTime() + 11 * 60_000)
  const attempts: [Parameters<typeof call>[0], string, object][] = [
    ['POST', url, { phone: '+12025557002' }],
    ['POST', `/users/${id}/two-factor`, { currentPassword }],
    ['POST', `/users/${id}/passkeys/options`, { currentPassword }],
    ['DELETE', '/users/me', { currentPassword }],
  ]
  for (const [method, path, payload] of attempts) {
    const late = await call(method, path, payload)
    assert.equal(late.statusCode, 403, late.body)
    assert.equal(late.json().error.details.reason, 'recent_sign_in_required')
  }
  const again = await asUserFromElsewhere(id)
  assert.equal((await again('POST', `/users/${id}/two-factor`, { currentPassword })).statusCode, 200)
  assert.equal((await again('DELETE', '/users/me', { currentPassword })).statusCode, 200)
  assert.equal((await login(email, goodPassword)).statusCode, 401)
  deps.now = now
})

/** A session of our own pages, as a sign-in at another provider will start it. */
async function asUserFromElsewhere(userId: number) {
  const client = await getFirstPartyClient(deps)
  const stamp = await getSecurityStamp(deps.db, userId)
  const proof = { userId, amr: 'fed', at: deps.now().toISOString(), stamp }
  const visitor = { address: '203.0.113.7', userAgent: null, language: 'en' as const }
  const { accessToken } = await signInUser(deps, {
    client,
    scopes: client.scope.split(' '),
    proof,
    visitor,
  })
  return as(identity, accessToken)
}

test('the export lists accounts elsewhere, and erasing a user removes them and the password', async () => {
  const person = await createUserFromElsewhere(identity)
  await setPassword(deps, person.id, goodPassword)
  await signIn(identity, { ...person, phone: '', password: goodPassword })
  const { item } = (await admin('GET', `/users/${person.id}/export`)).json()
  const [{ provider, issuer, subject, lastUsedAt }] = item.identities
  assert.deepEqual(
    [provider, issuer, subject, lastUsedAt],
    [person.provider, person.issuer, person.subject, null],
  )
  const erased = await admin('POST', `/users/${person.id}/erase`, { confirmation: person.email })
  assert.equal(erased.statusCode, 200, erased.body)
  assert.deepEqual(await tablesContaining(deps.db, person.subject), [])
  const passwords = deps.db.selectFrom('passwords').where('userId', '=', person.id).selectAll()
  assert.deepEqual(await passwords.execute(), [])
})

test('an account elsewhere belongs to one user', async () => {
  const { provider, issuer, subject } = await createUserFromElsewhere(identity)
  const other = await createUserFromElsewhere(identity)
  const again = deps.db.insertInto('identities').values({ userId: other.id, provider, issuer, subject })
  await assert.rejects(again.execute(), { constraint: 'identities_subject_key' })
})
