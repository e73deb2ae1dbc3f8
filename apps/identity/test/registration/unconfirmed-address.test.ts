import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { codeAt, stepAt } from '#sign-in/two-factor/time-code.ts'
import { markEmailVerified } from '#users/user.queries.ts'
import { type Authenticator, createAuthenticator } from '../authenticator.ts'
import { bytesOf } from '../base32.ts'
import { startIdentity } from '../identity-service.ts'
import { linkOf, type Received, startMailbox } from '../mailbox.ts'
import {
  asPerson,
  createConfirmedUser,
  createUser,
  introspect,
  type Person,
  registrationInput,
  signIn,
} from '../people.ts'

const identity = await startIdentity({ TWO_FACTOR_ROLES: 'admin' })
const { app, deps } = identity
const mailbox = await startMailbox(deps)

type Call = Awaited<ReturnType<typeof asPerson>>

function post(url: string, payload: object) {
  return app.inject({ method: 'POST', url, payload })
}

async function addPasskey(call: Call, { id, password }: Person) {
  const authenticator = createAuthenticator()
  const started = await call('POST', `/users/${id}/passkeys/options`, { currentPassword: password })
  assert.equal(started.statusCode, 200, started.body)
  const { options, challengeToken } = started.json().item
  const body = { challengeToken, name: 'Key', response: authenticator.create(options) }
  return { authenticator, body }
}

async function signInWithPasskey(authenticator: Authenticator) {
  const { options, challenge_token } = (await post('/auth/login/passkey/options', {})).json().data
  return post('/auth/login/passkey', { challenge_token, response: authenticator.get(options) })
}

async function turnOnTwoFactor(call: Call, { id, password }: Person) {
  const url = `/users/${id}/two-factor`
  const { secret } = (await call('POST', url, { currentPassword: password })).json().item
  const code = codeAt(bytesOf(secret), stepAt(deps.now()))
  assert.equal((await call('POST', `${url}/confirm`, { code })).statusCode, 200)
}

async function resetEmail(email: string) {
  const sent = () =>
    mailbox.received.filter(({ to, source }) => to.includes(email) && source.includes('Reset your password'))
  const before = sent().length
  assert.equal((await post('/auth/password-reset', { username: email })).statusCode, 200)
  await waitUntil(() => sent().length > before)
  return sent()[before] as Received
}

async function resetToken(email: string) {
  return linkOf(await resetEmail(email)).token
}

/** How many statements of this database are waiting for a lock. */
async function countWaiting() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.db)
  return rows.length
}

async function getUser(id: number) {
  return deps.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

test('adding a second factor or a passkey requires a confirmed address', async () => {
  const person = await createUser(identity)
  const call = await asPerson(identity, person)
  const proof = { currentPassword: person.password }
  const urls = [`/users/${person.id}/two-factor`, `/users/${person.id}/passkeys/options`]
  for (const url of urls) {
    const refused = await call('POST', url, proof)
    assert.equal(refused.statusCode, 403, refused.body)
    assert.equal(refused.json().error.details.reason, 'email_unconfirmed')
    assert.match(refused.json().error.message, /Confirm your email address first/)
  }
  const { token } = linkOf(await mailbox.waitForEmail(person.email))
  assert.equal((await post('/auth/verify-email', { token })).statusCode, 200)
  for (const url of urls) assert.equal((await call('POST', url, proof)).statusCode, 200)
})

test('a user who must set up a second factor can request the confirmation email again and then set it up', async () => {
  const admin = await createUser(identity, 'admin')
  await mailbox.waitForEmail(admin.email)
  const call = await asPerson(identity, admin)
  assert.equal((await call('GET', '/users/me')).json().item.mustSetUpTwoFactor, true)
  assert.equal((await call('POST', '/auth/verify-email/resend')).statusCode, 200)
  const { token } = linkOf(await mailbox.waitForEmail(admin.email, 1))
  assert.equal((await post('/auth/verify-email', { token })).statusCode, 200)
  await turnOnTwoFactor(call, admin)
  assert.equal((await call('GET', '/users')).statusCode, 200)
})

test('a reset at an address that was never confirmed confirms it and removes passkeys, factors and sessions', async () => {
  const attacker = await createConfirmedUser(identity)
  const call = await asPerson(identity, attacker)
  const { authenticator, body } = await addPasskey(call, attacker)
  assert.equal((await call('POST', `/users/${attacker.id}/passkeys`, body)).statusCode, 200)
  await turnOnTwoFactor(call, attacker)
  const { email } = registrationInput({ email: 'victim@example.org' })
  const change = { email, currentPassword: attacker.password }
  assert.equal((await call('POST', `/users/${attacker.id}/passport-change`, change)).statusCode, 200)
  assert.equal((await signInWithPasskey(authenticator)).statusCode, 200)

  const password = 'the victim’s own passphrase'
  assert.equal(
    (await post('/auth/password-reset', { token: await resetToken(email), password })).statusCode,
    200,
  )
  assert.equal((await signInWithPasskey(authenticator)).statusCode, 401)
  assert.equal((await call('GET', '/users/me')).statusCode, 401)
  const victim = await post('/auth/login', { username: email, password })
  assert.equal(victim.statusCode, 200, victim.body)
  assert.ok((await getUser(attacker.id)).emailVerifiedAt)
})

test('a reset at a confirmed address leaves passkeys and the second factor as they are', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const { authenticator, body } = await addPasskey(call, person)
  assert.equal((await call('POST', `/users/${person.id}/passkeys`, body)).statusCode, 200)
  const session = await signIn(identity, person)
  const token = await resetToken(person.email)
  assert.equal(
    (await post('/auth/password-reset', { token, password: 'remembered no longer' })).statusCode,
    200,
  )
  assert.equal((await introspect(identity, session.access_token)).active, false)
  assert.equal((await signInWithPasskey(authenticator)).statusCode, 200)
})

test('a passkey whose request started before the reset and arrived after it is refused', async () => {
  const attacker = await createConfirmedUser(identity)
  const call = await asPerson(identity, attacker)
  const { body } = await addPasskey(call, attacker)
  await deps.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', attacker.id).execute()
  const token = await resetToken(attacker.email)
  const ends = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = deps.db.transaction().execute(async tx => {
    await tx.selectFrom('users').where('id', '=', attacker.id).select('id').forUpdate().execute()
    locked.resolve()
    await ends.promise
  })
  await locked.promise
  const resetting = post('/auth/password-reset', { token, password: 'the victim’s own passphrase' })
  await waitUntil(async () => (await countWaiting()) === 1)
  const adding = call('POST', `/users/${attacker.id}/passkeys`, body)
  await waitUntil(async () => (await countWaiting()) === 2)
  ends.resolve()
  await locking
  assert.equal((await resetting).statusCode, 200)
  assert.equal((await adding).statusCode, 401)
  assert.deepEqual(
    await deps.db.selectFrom('passkeys').where('userId', '=', attacker.id).selectAll().execute(),
    [],
  )
})

function plainText({ source }: Received) {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

test('emails to an unconfirmed address contain no user input, those to a confirmed one do', async () => {
  const registration = registrationInput({ name: 'Unlock-at-evil.example', surname: 'Evil-surname' })
  const { id } = (await post('/users', registration)).json().item
  const { email, password } = registration
  await mailbox.waitForEmail(email)
  const headers = { 'user-agent': 'Open-evil.example-now/1.0' }
  const login = { username: email, password }
  await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: login,
    headers: { 'user-agent': 'first/1' },
  })
  await app.inject({ method: 'POST', url: '/auth/login', payload: login, headers })
  await mailbox.waitForEmail(email, 1)
  await resetToken(email)
  const emails = mailbox.received.filter(({ to }) => to.includes(email))
  assert.ok(emails.length >= 3)
  for (const each of emails) assert.doesNotMatch(plainText(each), /evil/i)
  await markEmailVerified(deps.db, id, deps.now().toISOString())
  assert.match(plainText(await resetEmail(email)), /Hi Unlock-at-evil example,/)
})
