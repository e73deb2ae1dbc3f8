import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { cleanUp } from '#tokens/clean-up.ts'
import { type Authenticator, certifiedAttestation, createAuthenticator } from '../authenticator.ts'
import { answerOf, authorizeUrl, formOf, openSignInPage, redeem, submit } from '../authorize-flow.ts'
import { advanceClock, freezeClock, sharedIdentity } from '../identity-service.ts'
import { claimsOf, registerRelyingParty } from '../openid-flow.ts'
import {
  as,
  asPerson,
  cookiesOf,
  createConfirmedUser,
  type Person,
  registerClient,
  tokenRequest,
} from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
freezeClock(deps)

type Call = ReturnType<typeof as>

async function startPasskey(call: Call, { id, password }: Person) {
  const response = await call('POST', `/users/${id}/passkeys/options`, { currentPassword: password })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function add(call: Call, person: Person, authenticator: Authenticator, name = 'Telephone') {
  const { options, challengeToken } = await startPasskey(call, person)
  const response = authenticator.create(options)
  return call('POST', `/users/${person.id}/passkeys`, { challengeToken, name, response })
}

async function createPersonWithPasskey() {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const authenticator = createAuthenticator()
  const added = await add(call, person, authenticator)
  assert.equal(added.statusCode, 200, added.body)
  return { person, call, authenticator, passkey: added.json().item, url: `/users/${person.id}/passkeys` }
}

async function challenge() {
  const response = await app.inject({ method: 'POST', url: '/auth/login/passkey/options' })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

function login(challenge_token: string, response: object, from = '203.0.113.1') {
  const payload = { challenge_token, response }
  const headers = { 'x-forwarded-for': from }
  return app.inject({ method: 'POST', url: '/auth/login/passkey', payload, headers })
}

async function loginWith(authenticator: Authenticator, flaws?: Parameters<Authenticator['get']>[1]) {
  const { options, challenge_token } = await challenge()
  return login(challenge_token, authenticator.get(options, flaws))
}

test('a passkey is added with the password, and signs in without one', async () => {
  const { person, call, authenticator, passkey, url } = await createPersonWithPasskey()
  assert.deepEqual(Object.keys(passkey).sort(), ['createdAt', 'id', 'isBackedUp', 'lastUsedAt', 'name'])
  assert.deepEqual([passkey.name, passkey.lastUsedAt, passkey.isBackedUp], ['Telephone', null, true])
  const response = await loginWith(authenticator)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(Object.keys(response.json().data), ['scopes', 'expires_in'])
  const { access_token = '', refresh_token } = cookiesOf(response)
  assert.ok(refresh_token)
  assert.equal((await as(identity, access_token)('GET', '/users/me')).json().item.id, person.id)
  const { items, _meta } = (await call('GET', url)).json()
  assert.equal(_meta.total, 1)
  assert.ok(items[0].lastUsedAt)
})

test('the options ask for a discoverable key with user verification, and exclude existing ones', async () => {
  const { person, call, authenticator } = await createPersonWithPasskey()
  const { options } = await startPasskey(call, person)
  assert.equal(options.rp.id, 'localhost')
  assert.equal(options.user.name, person.email)
  assert.equal(options.attestation, 'none')
  assert.equal(options.authenticatorSelection.residentKey, 'required')
  assert.equal(options.authenticatorSelection.userVerification, 'required')
  assert.deepEqual(
    options.excludeCredentials.map(({ id }: { id: string }) => id),
    [authenticator.id],
  )
  const signIn = await challenge()
  assert.equal(signIn.options.userVerification, 'required')
  assert.equal(signIn.options.allowCredentials, undefined)
})

test('without the correct password there are no options', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const refused = await call('POST', `/users/${person.id}/passkeys/options`, { currentPassword: 'wrong' })
  assert.equal(refused.statusCode, 422)
  assert.deepEqual(Object.keys(refused.json().error.details.errors), ['currentPassword'])
})

test('it needs no code from an authenticator app: it counts as both factors', async () => {
  const { authenticator, person } = await createPersonWithPasskey()
  await deps.db
    .insertInto('twoFactors')
    .values({ userId: person.id, secret: 'x', createdAt: 'now', confirmedAt: 'now' })
    .execute()
  const payload = { username: person.email, password: person.password }
  assert.equal((await app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode, 401)
  assert.equal((await loginWith(authenticator)).statusCode, 200)
})

test('a new key must be for our challenge, from our page, with user verification', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const url = `/users/${person.id}/passkeys`
  for (const flaws of [
    { origin: 'https://localhost.example.org' },
    { rpId: 'example.org' },
    { type: 'webauthn.get' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { isUserVerified: false },
    { attestation: certifiedAttestation() },
    { attestation: Buffer.from('nonsense') },
    { attestation: Buffer.alloc(0) },
  ]) {
    const { options, challengeToken } = await startPasskey(call, person)
    const response = createAuthenticator().create(options, flaws)
    const refused = await call('POST', url, { challengeToken, name: 'Key', response })
    assert.equal(refused.statusCode, 422, `${Object.keys(flaws)}: ${refused.body}`)
    assert.deepEqual(Object.keys(refused.json().error.details.errors), ['response'])
  }
  assert.equal((await call('GET', url)).json()._meta.total, 0)
})

test('a challenge counts once, for its user and purpose, and for ten minutes', async () => {
  const { person, call, url } = await createPersonWithPasskey()
  const { options, challengeToken } = await startPasskey(call, person)
  const send = (token: string, given = options) =>
    call('POST', url, { challengeToken: token, name: 'Key', response: createAuthenticator().create(given) })
  const other = await createConfirmedUser(identity)
  const foreign = await startPasskey(await asPerson(identity, other), other)
  assert.equal((await send(foreign.challengeToken, foreign.options)).statusCode, 410)
  const signIn = await challenge()
  assert.equal((await send(signIn.challenge_token, signIn.options)).statusCode, 410)
  for (const forged of ['', 'x', '..', `${challengeToken}x`])
    assert.equal((await send(forged)).statusCode, 410)
  assert.equal((await send(challengeToken)).statusCode, 200)
  assert.equal((await send(challengeToken)).statusCode, 410)
  const late = await startPasskey(call, person)
  advanceClock(deps, 601)
  assert.equal((await send(late.challengeToken, late.options)).statusCode, 410)
  await cleanUp(deps)
  assert.deepEqual(await deps.db.selectFrom('usedChallenges').selectAll().execute(), [])
})

test('a response signs in once, also when it is sent many times at once', async () => {
  const { authenticator } = await createPersonWithPasskey()
  const { options, challenge_token } = await challenge()
  const response = authenticator.get(options)
  const answers = await Promise.all(Array.from({ length: 4 }, () => login(challenge_token, response)))
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401, 401, 401])
  assert.equal((await login(challenge_token, response)).statusCode, 401)
  const late = await challenge()
  const signed = authenticator.get(late.options)
  advanceClock(deps, 601)
  const expired = await login(late.challenge_token, signed)
  assert.equal(expired.statusCode, 401)
  assert.equal(expired.json().error.details.reason, 'sign_in_expired')
})

longTest('invalid responses are refused, counted and audited', async () => {
  const other = await createPersonWithPasskey()
  for (const flaws of [
    { origin: 'http://localhost:4100' },
    { rpId: 'example.org' },
    { type: 'webauthn.create' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { isUserVerified: false },
    { userHandle: '' },
    { userHandle: Buffer.from(String(other.person.id)).toString('base64url') },
  ]) {
    const { authenticator } = await createPersonWithPasskey()
    const refused = await loginWith(authenticator, flaws)
    assert.equal(refused.statusCode, 401, `${Object.keys(flaws)}: ${refused.body}`)
    assert.equal(refused.json().error.details.reason, 'wrong_passkey')
    assert.deepEqual(refused.cookies, [])
  }
  const { person, authenticator } = await createPersonWithPasskey()
  const { options, challenge_token } = await challenge()
  const foreign = { ...authenticator.get(options), id: other.authenticator.id, rawId: other.authenticator.id }
  assert.equal((await login(challenge_token, foreign)).statusCode, 401)
  await loginWith(authenticator, { isUserVerified: false })
  await loginWith(authenticator)
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectId', '=', person.id)
    .where('action', 'like', 'sign-in.%')
    .select(['action', 'actorId', 'details'])
    .orderBy('id')
    .execute()
  assert.deepEqual(entries.slice(1), [
    { action: 'sign-in.failed', actorId: null, details: { factor: 'passkey' } },
    { action: 'sign-in.succeeded', actorId: person.id, details: { factor: 'passkey' } },
  ])
})

test('a counter that does not increase means a copied key; one that stays zero is not used', async () => {
  const { authenticator } = await createPersonWithPasskey()
  assert.equal((await loginWith(authenticator, { counter: 0 })).statusCode, 200)
  assert.equal((await loginWith(authenticator, { counter: 0 })).statusCode, 200)
  assert.equal((await loginWith(authenticator, { counter: 4_000_000_000 })).statusCode, 200)
  assert.equal((await loginWith(authenticator, { counter: 4_000_000_000 })).statusCode, 401)
  assert.equal((await loginWith(authenticator, { counter: 0 })).statusCode, 401)
  assert.equal((await loginWith(authenticator, { counter: 4_000_000_001 })).statusCode, 200)
})

test('an unknown key is refused, and five wrong responses from one address lock', async () => {
  const unknown = createAuthenticator()
  assert.equal((await loginWith(unknown)).statusCode, 401)
  const { authenticator } = await createPersonWithPasskey()
  for (let count = 0; count < 5; count += 1)
    assert.equal((await loginWith(authenticator, { rpId: 'example.org' })).statusCode, 401)
  assert.equal((await loginWith(authenticator)).statusCode, 429)
  const { options, challenge_token } = await challenge()
  assert.equal((await login(challenge_token, authenticator.get(options), '203.0.113.2')).statusCode, 200)
})

test('a removed passkey, and one of an archived user, no longer signs in', async () => {
  const { call, url, passkey, authenticator } = await createPersonWithPasskey()
  assert.equal((await call('DELETE', `${url}/${passkey.id}`)).statusCode, 200)
  assert.equal((await call('DELETE', `${url}/${passkey.id}`)).statusCode, 404)
  assert.equal((await loginWith(authenticator)).statusCode, 401)
  const gone = await createPersonWithPasskey()
  const admin = await asPerson(identity, await createConfirmedUser(identity, 'admin'))
  await admin('DELETE', `/users/${gone.person.id}`)
  assert.equal((await loginWith(gone.authenticator)).statusCode, 401)
  await admin('POST', `/users/${gone.person.id}/restore`)
  assert.equal((await loginWith(gone.authenticator)).statusCode, 200)
})

test('it is renamed by its owner, and other users cannot change it', async () => {
  const { call, url, passkey } = await createPersonWithPasskey()
  const renamed = await call('PUT', `${url}/${passkey.id}`, { name: ' Blue key ' })
  assert.equal(renamed.json().item.name, 'Blue key')
  for (const name of ['', '   ', 'x'.repeat(61)])
    assert.equal((await call('PUT', `${url}/${passkey.id}`, { name })).statusCode, 422)
  const other = await createPersonWithPasskey()
  assert.equal((await other.call('PUT', `${other.url}/${passkey.id}`, { name: 'Mine' })).statusCode, 404)
  assert.equal((await other.call('DELETE', `${other.url}/${passkey.id}`)).statusCode, 404)
  assert.equal((await other.call('GET', url)).statusCode, 403)
  const admin = await asPerson(identity, await createConfirmedUser(identity, 'admin'))
  assert.equal((await admin('GET', url)).json().items[0].name, 'Blue key')
  assert.equal((await admin('PUT', `${url}/${passkey.id}`, { name: 'Theirs' })).statusCode, 403)
  assert.equal((await admin('DELETE', `${url}/${passkey.id}`)).statusCode, 200)
})

test('a key belongs to one user, and a user has at most twenty', async () => {
  const { person, call, authenticator } = await createPersonWithPasskey()
  assert.equal((await add(call, person, authenticator)).statusCode, 409)
  const other = await createConfirmedUser(identity)
  assert.equal((await add(await asPerson(identity, other), other, authenticator)).statusCode, 409)
  for (let count = 1; count < 20; count += 1)
    assert.equal((await add(call, person, createAuthenticator())).statusCode, 200)
  const refused = await add(call, person, createAuthenticator())
  assert.equal(refused.statusCode, 409)
  assert.match(refused.json().error.message, /20 passkeys/)
})

test('the export lists passkeys without their keys', async () => {
  const { person, call, authenticator } = await createPersonWithPasskey()
  const response = await call('GET', `/users/${person.id}/export`)
  assert.equal(response.json().item.passkeys[0].name, 'Telephone')
  assert.ok(!response.body.includes(authenticator.id))
})

test('the sign-in page’s form sends the response, once and with its own token', async () => {
  const { person, authenticator } = await createPersonWithPasskey()
  const client = await registerClient(identity)
  const page = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  assert.match(page.response.body, /<script type="module" src="\/assets\/sign-in.js">/)
  assert.match(
    String(page.response.headers['content-security-policy']),
    /script-src 'self'; connect-src 'self'/,
  )
  const script = await app.inject('/assets/sign-in.js')
  assert.match(String(script.headers['content-type']), /^text\/javascript/)

  const fill = async (flaws = {}) => {
    const { options, challenge_token } = await challenge()
    const passkey_response = JSON.stringify(authenticator.get(options, flaws))
    return { passkey_challenge: challenge_token, passkey_response }
  }
  const wrong = await submit(identity, { ...page.form, ...(await fill({ rpId: 'x' })) }, page.cookies)
  assert.equal(wrong.statusCode, 401)
  assert.match(wrong.body, /This passkey is not registered here/)
  let form = formOf(wrong.body)
  for (const nonsense of ['', '{', 'null', '[]', '{"id":1}']) {
    const filled = { ...form, ...(await fill()), passkey_response: nonsense }
    const refused = await submit(identity, filled, page.cookies)
    assert.equal(refused.statusCode, 401, nonsense)
    form = formOf(refused.body)
  }
  const signedIn = await submit(identity, { ...form, ...(await fill()) }, page.cookies)
  assert.equal(signedIn.statusCode, 302, signedIn.body)
  assert.ok(answerOf(signedIn).code)
  const { access_token = '' } = cookiesOf(signedIn)
  assert.equal((await as(identity, access_token)('GET', '/users/me')).json().item.id, person.id)
  assert.equal((await submit(identity, { ...form, ...(await fill()) }, page.cookies)).statusCode, 403)
})

test('an application learns that it was a passkey, and can require one', async () => {
  const { authenticator } = await createPersonWithPasskey()
  const client = await registerRelyingParty(identity)
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } })
  const asked = authorizeUrl({ client_id: client.clientId, scope: 'openid offline_access', claims })
  const { form, cookies } = await openSignInPage(identity, asked)
  const { options, challenge_token } = await challenge()
  const passkey_response = JSON.stringify(authenticator.get(options))
  const filled = { ...form, passkey_challenge: challenge_token, passkey_response }
  const signedIn = await submit(identity, filled, cookies)
  const { code = '' } = answerOf(signedIn)
  const { id_token, refresh_token } = (await redeem(identity, client, { code })).json()
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const refresh = { grant_type: 'refresh_token', refresh_token, ...credentials }
  const refreshed = await tokenRequest(identity, refresh)
  for (const token of [id_token, refreshed.json().id_token]) {
    const { amr, acr } = claimsOf(token)
    assert.deepEqual([amr, acr], [['pop', 'mfa'], 'phr'])
  }
  const again = await app.inject({ url: asked, cookies: { ...cookies, ...cookiesOf(signedIn) } })
  assert.ok(answerOf(again).code, 'the session is strong enough for the next application')
})

test('nonsense in any part of a response is refused, never a server error', async () => {
  const { person, call, authenticator, url } = await createPersonWithPasskey()
  const parts = [
    '',
    'AAAA',
    'x'.repeat(7999),
    Buffer.from('{}').toString('base64url'),
    '\u0000',
    '%',
    null,
    5,
    {},
  ]
  const { options, challengeToken } = await startPasskey(call, person)
  const created = createAuthenticator().create(options)
  for (const part of ['clientDataJSON', 'attestationObject', 'transports']) {
    for (const nonsense of parts) {
      const response = { ...created, response: { ...created.response, [part]: nonsense } }
      const refused = await call('POST', url, { challengeToken, name: 'Key', response })
      assert.equal(refused.statusCode, 422, `${part} ${nonsense}: ${refused.body}`)
    }
  }
  const asked = await challenge()
  const signed = authenticator.get(asked.options)
  for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
    for (const [place, nonsense] of parts.entries()) {
      const response = { ...signed, response: { ...signed.response, [part]: nonsense } }
      const { statusCode, body } = await login(asked.challenge_token, response, `203.0.113.${place + 10}`)
      assert.ok([401, 422].includes(statusCode), `${part} ${nonsense}: ${body}`)
    }
  }
  assert.equal((await login(asked.challenge_token, signed)).statusCode, 200)
})
