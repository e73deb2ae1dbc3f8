import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { advanceClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import { linkOf, startMailbox } from '../mailbox.ts'
import {
  as,
  asPerson,
  createUser,
  goodPassword,
  introspect,
  type Person,
  registrationInput,
  signIn,
} from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const mailbox = await startMailbox(deps)

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url, payload, headers })
}

async function isVerified(id: number) {
  const { emailVerifiedAt } = await deps.db
    .selectFrom('users')
    .select('emailVerifiedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return emailVerifiedAt !== null
}

test('after registration an email arrives whose link confirms the address, once, and not by just opening it', async () => {
  const person = await createUser(identity)
  const message = await mailbox.waitForEmail(person.email)
  assert.match(message.source, /Subject: Confirm your email address/)
  assert.match(message.source, /text\/plain/)
  assert.match(message.source, /text\/html/)
  const { path, token } = linkOf(message)
  for (const method of ['GET', 'HEAD'] as const)
    assert.equal((await app.inject({ method, url: path })).statusCode, 200)
  assert.equal(await isVerified(person.id), false)
  const confirmed = await post('/auth/verify-email', { token })
  assert.equal(confirmed.statusCode, 200)
  assert.equal(typeof confirmed.json().message, 'string')
  assert.equal(await isVerified(person.id), true)
  assert.equal((await post('/auth/verify-email', { token })).statusCode, 410)
})

test('an internationalised address gets its confirmation email', async () => {
  const registration = registrationInput({ email: 'иван@почта.рф' })
  const { id } = (await post('/users', registration)).json().item
  const message = await mailbox.waitForEmail('иван@почта.рф')
  assert.equal((await post('/auth/verify-email', { token: linkOf(message).token })).statusCode, 200)
  assert.equal(await isVerified(id), true)
})

test('the page’s form works in a browser, in Russian too', async () => {
  const registration = registrationInput()
  await post('/users', registration, { 'accept-language': 'ru' })
  const message = await mailbox.waitForEmail(registration.email)
  assert.match(message.source, /Subject: =\?UTF-8\?/)
  const { path, token } = linkOf(message)
  const page = await app.inject({ url: path, headers: { accept: 'text/html', 'accept-language': 'ru' } })
  assert.match(page.body, /Подтвердить/)
  const done = await app.inject({
    method: 'POST',
    url: '/auth/verify-email',
    headers: {
      accept: 'text/html',
      'accept-language': 'ru',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ token }).toString(),
  })
  assert.equal(done.statusCode, 200)
  assert.match(done.body, /подтверждён/)
})

test('an unknown, a used and an expired link all get 410', async () => {
  const late = await startIdentity()
  const lateBox = await startMailbox(late.deps)
  const person = await createUser(late)
  const { token } = linkOf(await lateBox.waitForEmail(person.email))
  advanceClock(late.deps, 24 * 3600 + 1)
  const expired = await late.app.inject({ method: 'POST', url: '/auth/verify-email', payload: { token } })
  const unknown = await late.app.inject({
    method: 'POST',
    url: '/auth/verify-email',
    payload: { token: 'unknown' },
  })
  assert.equal(expired.statusCode, 410)
  assert.equal(expired.body, unknown.body)
})

test('the email can be sent again while the address is unconfirmed, and only the newest link counts', async () => {
  const person = await createUser(identity)
  const first = linkOf(await mailbox.waitForEmail(person.email))
  const { access_token } = await signIn(identity, person)
  assert.equal((await as(identity, access_token)('POST', '/auth/verify-email/resend')).statusCode, 200)
  const second = linkOf(await mailbox.waitForEmail(person.email, 1))
  assert.equal((await post('/auth/verify-email', { token: first.token })).statusCode, 410)
  assert.equal((await post('/auth/verify-email', { token: second.token })).statusCode, 200)
  assert.equal((await as(identity, access_token)('POST', '/auth/verify-email/resend')).statusCode, 409)
})

test('a reset sets the password, ends all sessions, notifies the owner, and works once', async () => {
  const person = await createUser(identity)
  await mailbox.waitForEmail(person.email)
  const session = await signIn(identity, person)
  const asked = await post('/auth/password-reset', { username: person.phone })
  assert.equal(asked.statusCode, 200)
  const message = await mailbox.waitForEmail(person.email, 1)
  assert.match(message.source, /Subject: Reset your password/)
  const { path, token } = linkOf(message)
  assert.equal((await app.inject({ url: path, headers: { accept: 'text/html' } })).statusCode, 200)
  const weak = await post('/auth/password-reset', { token, password: 'password1' })
  assert.equal(weak.statusCode, 422)
  const password = 'another long passphrase'
  const done = await post('/auth/password-reset', { token, password })
  assert.equal(done.statusCode, 200)
  assert.deepEqual(done.cookies, [])
  assert.equal((await introspect(identity, session.access_token)).active, false)
  assert.equal(
    (await post('/auth/login', { username: person.email, password: goodPassword })).statusCode,
    401,
  )
  assert.equal((await post('/auth/login', { username: person.email, password })).statusCode, 200)
  assert.equal((await post('/auth/password-reset', { token, password })).statusCode, 410)
  assert.match((await mailbox.waitForEmail(person.email, 2)).source, /Subject: Your password was changed/)
})

/** The token of the reset link that a user requested. */
async function resetTokenOf({ email }: Person) {
  await post('/auth/password-reset', { username: email })
  const emails = [await mailbox.waitForEmail(email), await mailbox.waitForEmail(email, 1)]
  const message = emails.find(({ source }) => /Subject: Reset your password/.test(source))
  assert.ok(message)
  return linkOf(message).token
}

test('a reset link becomes invalid when the password changes', async () => {
  const person = await createUser(identity)
  const token = await resetTokenOf(person)
  const call = await asPerson(identity, person)
  const change = { password: 'remembered after all', currentPassword: person.password }
  assert.equal((await call('POST', `/users/${person.id}/passport-change`, change)).statusCode, 200)
  const reset = await post('/auth/password-reset', { token, password: 'another long passphrase' })
  assert.equal(reset.statusCode, 410)
})

longTest('many users reset their password while many sign in', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => createUser(identity)))
  const tokens = await Promise.all(people.map(resetTokenOf))
  const answers = await Promise.all([
    ...people.map(({ email }) => post('/auth/login', { username: email, password: 'wrong' })),
    ...tokens.map(token => post('/auth/password-reset', { token, password: 'another long passphrase' })),
  ])
  const codes = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(codes, [...people.map(() => 401), ...people.map(() => 200)])
})

test('a reset for an unknown account gets the same response and sends no email', async () => {
  const person = await createUser(identity)
  const known = await post('/auth/password-reset', { username: person.email })
  const unknown = await post('/auth/password-reset', { username: 'nobody@example.org' })
  assert.equal(known.body, unknown.body)
  await mailbox.waitForEmail(person.email, 1)
  assert.ok(!mailbox.received.some(({ to }) => to.includes('nobody@example.org')))
})

test('a reset link expires after an hour, and an incomplete request names the missing field', async () => {
  assert.equal((await post('/auth/password-reset', {})).statusCode, 422)
  assert.ok((await post('/auth/password-reset', { token: 'x' })).json().error.details.errors.password)
  assert.ok(
    (await post('/auth/password-reset', { password: goodPassword })).json().error.details.errors.token,
  )
  assert.equal((await post('/auth/password-reset', { token: 'x', password: goodPassword })).statusCode, 410)
})

test('an account gets at most five of these emails an hour', async () => {
  const person = await createUser(identity)
  await mailbox.waitForEmail(person.email)
  for (let count = 0; count < 7; count += 1) {
    await post('/auth/password-reset', { username: person.email })
    if (count < 5) await mailbox.waitForEmail(person.email, count + 1)
  }
  const otherUser = await createUser(identity)
  await mailbox.waitForEmail(otherUser.email)
  assert.equal(mailbox.received.filter(({ to }) => to.includes(person.email)).length, 6)
})

test('an account that changes its address repeatedly sends email to only a few of them', async () => {
  const person = await createUser(identity)
  await mailbox.waitForEmail(person.email)
  const call = await asPerson(identity, person)
  const addresses = Array.from({ length: 9 }, (_, count) => `stranger${count}@example.org`)
  for (const [count, email] of addresses.entries()) {
    const change = { email, currentPassword: person.password }
    assert.equal((await call('POST', `/users/${person.id}/passport-change`, change)).statusCode, 200)
    if (count < 4) await mailbox.waitForEmail(email)
  }
  assert.match(
    (await mailbox.waitForEmail(person.email, 1)).source,
    /Subject: Your email address was changed/,
  )
  const otherUser = await createUser(identity)
  await mailbox.waitForEmail(otherUser.email)
  const writtenTo = mailbox.received.flatMap(({ to }) => to)
  assert.ok(!addresses.slice(5).some(address => writtenTo.includes(address)))
})

test('a rolled-back registration sends nothing', async () => {
  const person = await createUser(identity)
  const taken = registrationInput({ phone: person.phone })
  assert.equal((await post('/users', taken)).statusCode, 409)
  const next = await createUser(identity)
  await mailbox.waitForEmail(next.email)
  assert.ok(!mailbox.received.some(({ to }) => to.includes(taken.email)))
})

test('while the mail server is down, emails wait, and arrive once when it is back', async () => {
  await mailbox.goAway()
  const person = await createUser(identity)
  await new Promise(resolve => setTimeout(resolve, 500))
  mailbox.comeBack()
  await mailbox.waitForEmail(person.email)
  const next = await createUser(identity)
  await mailbox.waitForEmail(next.email)
  assert.equal(mailbox.received.filter(({ to }) => to.includes(person.email)).length, 1)
})

test('no token of an email is stored or queued in clear', async () => {
  const person = await createUser(identity)
  const { token } = linkOf(await mailbox.waitForEmail(person.email))
  const stored = await deps.db.selectFrom('mailTokens').select('token').execute()
  assert.ok(stored.every(row => /^[0-9a-f]{64}$/.test(row.token) && row.token !== token))
})

test('with REQUIRE_VERIFIED_EMAIL signing in waits for the confirmation', async () => {
  const strict = await startIdentity({ REQUIRE_VERIFIED_EMAIL: 'true' })
  const strictBox = await startMailbox(strict.deps)
  const person = await createUser(strict)
  const login = (password: string) =>
    strict.app.inject({ method: 'POST', url: '/auth/login', payload: { username: person.email, password } })
  assert.equal((await login('wrong')).statusCode, 401)
  assert.equal((await login(person.password)).statusCode, 403)
  const { token } = linkOf(await strictBox.waitForEmail(person.email))
  await strict.app.inject({ method: 'POST', url: '/auth/verify-email', payload: { token } })
  assert.equal((await login(person.password)).statusCode, 200)
})
