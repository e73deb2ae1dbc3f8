import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { codeAt, stepAt } from '#sign-in/two-factor/time-code.ts'
import { cleanUp } from '#tokens/clean-up.ts'
import { markEmailVerified } from '#users/user.queries.ts'
import { createAuthenticator } from '../authenticator.ts'
import { obtainCode, redeem } from '../authorize-flow.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, startIdentity } from '../identity-service.ts'
import { type Received, startMailbox } from '../mailbox.ts'
import { as, asPerson, createUser, type Person, registerClient, signIn } from '../people.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

const identity = await startIdentity()
const quiet = await startIdentity()
const mailbox = await startMailbox(identity.deps)

function login({ email, password }: Person, userAgent: string, { app } = identity, language = 'en') {
  const payload = { username: email, password }
  const headers = { 'user-agent': userAgent, 'accept-language': language }
  return app.inject({ method: 'POST', url: '/auth/login', payload, headers })
}

/** Queued emails of this kind to a user. */
async function countQueued({ id }: Person, kind = 'mail.new_sign_in') {
  const { rows } = await sql`select from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = ${kind} and (job.payload ->> 'userId')::bigint = ${id}`.execute(quiet.deps.db)
  return rows.length
}

/** The decoded parts of an email. */
function textOf({ source }: Received) {
  const [, ...parts] = source.split(/Content-Transfer-Encoding: /)
  return parts.map(decoded).join('\n')
}

function decoded(part: string) {
  const [encoding, ...lines] = part.split('\r\n')
  const body = lines.join('\r\n').split('\r\n--')[0] ?? ''
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function subjectOf({ source }: Received) {
  return source.match(/^Subject: (.*)$/m)?.[1]?.trim()
}

test('users are notified about each change of how they sign in', async () => {
  const person = await createUser(identity)
  await mailbox.waitForEmail(person.email)
  await markEmailVerified(identity.deps.db, person.id, identity.deps.now().toISOString())
  const call = await asPerson(identity, person)
  const twoFactor = `/users/${person.id}/two-factor`
  const proof = { currentPassword: person.password }
  const started = await call('POST', twoFactor, proof)
  const secret = bytesOf(started.json().item.secret)
  const code = () => {
    advanceClock(identity.deps, 30)
    return codeAt(secret, stepAt(identity.deps.now()))
  }
  assert.equal((await call('POST', `${twoFactor}/confirm`, { code: code() })).statusCode, 200)
  assert.equal(subjectOf(await mailbox.waitForEmail(person.email, 1)), 'Two-factor authentication turned on')
  assert.equal((await call('POST', `${twoFactor}/recovery-codes`, { code: code() })).statusCode, 200)
  assert.equal(subjectOf(await mailbox.waitForEmail(person.email, 2)), 'New recovery codes created')
  assert.equal((await call('DELETE', twoFactor, proof)).statusCode, 200)
  assert.equal(subjectOf(await mailbox.waitForEmail(person.email, 3)), 'Two-factor authentication turned off')

  const passkeys = `/users/${person.id}/passkeys`
  const { options, challengeToken } = (await call('POST', `${passkeys}/options`, proof)).json().item
  const response = createAuthenticator().create(options)
  const added = await call('POST', passkeys, { challengeToken, name: 'Blue <key>', response })
  const message = await mailbox.waitForEmail(person.email, 4)
  assert.equal(subjectOf(message), 'Passkey added')
  assert.match(textOf(message), /• Blue <key>/)
  assert.match(textOf(message), /<strong>Blue &lt;key&gt;<\/strong>/)
  await call('DELETE', `${passkeys}/${added.json().item.id}`)
  assert.equal(subjectOf(await mailbox.waitForEmail(person.email, 5)), 'Passkey removed')
})

test('a change that is refused sends nothing', async () => {
  const person = await createUser(quiet)
  const call = await asPerson(quiet, person)
  assert.equal((await call('DELETE', `/users/${person.id}/two-factor`)).statusCode, 422)
  assert.equal((await call('DELETE', `/users/${person.id}/passkeys/1`)).statusCode, 404)
  assert.equal(await countQueued(person, 'mail.security_changed'), 0)
})

test('users are notified about a sign-in with a new browser, with browser and address, in their language', async () => {
  const person = await createUser(identity)
  await mailbox.waitForEmail(person.email)
  await markEmailVerified(identity.deps.db, person.id, identity.deps.now().toISOString())
  await login(person, firefox)
  await login(person, chrome)
  const message = await mailbox.waitForEmail(person.email, 1)
  assert.equal(subjectOf(message), 'New sign-in to your account')
  assert.match(textOf(message), /• Chrome on Windows\r?\n {2}.* UTC · 127\.0\.0\.1/)
  await login(person, 'curl/8.0', identity, 'ru')
  const russian = textOf(await mailbox.waitForEmail(person.email, 2))
  assert.match(russian, /вошли из нового браузера/)
  assert.match(russian, /• curl\/8\.0/)
})

test('the very first sign-in, a known browser and its update are not notified', async () => {
  const person = await createUser(quiet)
  const browsers = [firefox, firefox, firefox.replaceAll('140.0', '141.0.2')]
  for (const browser of browsers) assert.equal((await login(person, browser, quiet)).statusCode, 200)
  assert.equal(await countQueued(person), 0)
  await Promise.all(Array.from({ length: 4 }, () => login(person, chrome, quiet)))
  assert.equal(await countQueued(person), 1)
  await login(person, firefox, quiet)
  assert.equal(await countQueued(person), 1)
  await login({ ...person, password: 'wrong' }, 'curl/8.0', quiet)
  assert.equal(await countQueued(person), 1)
})

test('a sign-in to another application from a known browser is not notified', async () => {
  const person = await createUser(quiet)
  const client = await registerClient(quiet)
  await signIn(quiet, person)
  const { code } = await obtainCode(quiet, person, { client_id: client.clientId })
  const redeemed = await redeem(quiet, client, { code })
  assert.equal(redeemed.statusCode, 200)
  assert.equal((await as(quiet, redeemed.json().access_token)('GET', '/users/me')).statusCode, 200)
  assert.equal(await countQueued(person), 0)
})

test('a used browser stays known; one that was unused for a year is forgotten', async () => {
  const person = await createUser(quiet)
  await login(person, firefox, quiet)
  await login(person, chrome, quiet)
  assert.equal(await countQueued(person), 1)
  for (let month = 0; month < 13; month += 1) {
    advanceClock(quiet.deps, 31 * 86_400)
    await login(person, firefox, quiet)
  }
  await cleanUp(quiet.deps)
  await login(person, firefox, quiet)
  assert.equal(await countQueued(person), 1)
  await login(person, chrome, quiet)
  assert.equal(await countQueued(person), 2)
})
