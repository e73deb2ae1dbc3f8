import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import { answerOf, authorizeUrl } from '../authorize-flow.ts'
import { advanceClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import { as, cookiesOf, createUser, introspect, registerClient, signIn, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const { app } = identity
const person = await createUser(identity)

function login(payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: '/auth/login', payload, headers })
}

test('signing in by email or phone number sets both cookies and returns no token', async () => {
  for (const username of [
    person.email.toUpperCase(),
    person.phone,
    person.phone.replace('+1202', '+1 202 '),
  ]) {
    const response = await login({ username, password: person.password })
    assert.equal(response.statusCode, 200)
    const { data, message } = response.json()
    assert.equal(data.expires_in, 3600)
    assert.ok(data.scopes.includes('user:read'))
    assert.equal(typeof message, 'string')
    const { access_token = '', refresh_token = '' } = cookiesOf(response)
    assert.ok(access_token && refresh_token)
    assert.ok(!response.body.includes(access_token) && !response.body.includes(refresh_token))
    for (const cookie of response.cookies) {
      assert.equal(cookie.httpOnly, true)
      assert.equal(cookie.secure, true)
      assert.equal(cookie.sameSite, 'Strict')
    }
    assert.deepEqual(
      response.cookies.map(({ name, path, maxAge }) => [name, path, maxAge]),
      [
        ['access_token', '/', 3600],
        ['refresh_token', '/auth', 2_592_000],
      ],
    )
  }
})

test('only the requested scopes are issued', async () => {
  const { access_token } = await signIn(identity, person, 'user:read')
  const { data } = (await as(identity, access_token)('GET', '/auth/available-scopes')).json()
  assert.deepEqual(data.scopes, ['user:read'])
})

test('scope can be null, and has at most 2,000 characters at every endpoint', async () => {
  const { email: username, password } = person
  const { data } = (await login({ username, password, scope: null })).json()
  assert.deepEqual(data, (await login({ username, password })).json().data)
  const scope = Array(250).fill('user:read').join(' ')
  assert.equal((await login({ username, password, scope })).statusCode, 422)
  const client = await registerClient(identity)
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const token = await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials, scope })
  assert.deepEqual([token.statusCode, token.json().error], [400, 'invalid_scope'])
  const authorized = await app.inject(authorizeUrl({ client_id: client.clientId, scope }))
  assert.equal(answerOf(authorized).error, 'invalid_scope')
})

test('an unknown scope is 400 invalid_scope', async () => {
  const response = await login({ username: person.email, password: person.password, scope: 'user:read root' })
  assert.equal(response.statusCode, 400)
  assert.equal(response.json().error.details.error, 'invalid_scope')
})

test('a wrong password, an unknown user and an empty password get the same 401', async () => {
  const attempts = [
    { username: person.email, password: 'wrong password' },
    { username: 'nobody@example.org', password: 'wrong password' },
    { username: 'not even a telephone', password: 'wrong password' },
    { username: person.email, password: '' },
  ]
  const bodies = new Set()
  for (const attempt of attempts) {
    const response = await login(attempt)
    assert.equal(response.statusCode, 401)
    bodies.add(response.body)
    assert.deepEqual(response.cookies, [])
  }
  assert.equal(bodies.size, 1)
})

test('a sign-in from another origin is refused', async () => {
  const credentials = { username: person.email, password: person.password }
  assert.equal((await login(credentials, { origin: 'https://evil.example' })).statusCode, 403)
  assert.equal((await login(credentials, { origin: 'http://localhost:4000' })).statusCode, 200)
})

test('refreshing sets a new pair of cookies', async () => {
  const before = await signIn(identity, person)
  const response = await app.inject({
    method: 'POST',
    url: '/auth/refresh',
    cookies: { refresh_token: before.refresh_token },
  })
  assert.equal(response.statusCode, 200)
  assert.equal(response.json().data.expires_in, 3600)
  const after = cookiesOf(response)
  assert.notEqual(after.access_token, before.access_token)
  assert.notEqual(after.refresh_token, before.refresh_token)
})

test('refreshing without or with an unknown cookie is 401', async () => {
  const without = await app.inject({ method: 'POST', url: '/auth/refresh' })
  assert.deepEqual([without.statusCode, without.headers['www-authenticate']], [401, 'Bearer'])
  const unknown = await app.inject({
    method: 'POST',
    url: '/auth/refresh',
    cookies: { refresh_token: 'unknown' },
  })
  assert.equal(unknown.statusCode, 401)
})

test('signing out ends the access token and its refresh token, and clears the cookies', async () => {
  const session = await signIn(identity, person)
  const other = await signIn(identity, person)
  const response = await app.inject({ method: 'POST', url: '/auth/logout', cookies: { ...session } })
  assert.equal(response.statusCode, 200)
  assert.equal(typeof response.json().message, 'string')
  assert.deepEqual(
    response.cookies.map(({ name, value, path }) => [name, value, path]),
    [
      ['access_token', '', '/'],
      ['refresh_token', '', '/auth'],
    ],
  )
  assert.equal((await introspect(identity, session.access_token)).active, false)
  const { refresh_token } = session
  assert.equal(
    (await app.inject({ method: 'POST', url: '/auth/refresh', cookies: { refresh_token } })).statusCode,
    401,
  )
  assert.equal((await introspect(identity, other.access_token)).active, true)
})

test('signing out without a valid token is 200: the caller is signed out', async () => {
  const cleared = { access_token: '', refresh_token: '' }
  for (const request of [
    {},
    { cookies: { access_token: 'garbage', refresh_token: 'garbage' } },
    { headers: { authorization: 'Bearer garbage' } },
    { headers: { authorization: 'Basic Z2FyYmFnZQ==' } },
  ]) {
    const response = await app.inject({ method: 'POST', url: '/auth/logout', ...request })
    assert.equal(response.statusCode, 200)
    assert.deepEqual(cookiesOf(response), cleared)
  }
})

test('signing out with the refresh cookie alone, or with an expired access token, ends the session', async () => {
  const byRefresh = await signIn(identity, person)
  const { refresh_token } = byRefresh
  await app.inject({ method: 'POST', url: '/auth/logout', cookies: { refresh_token } })
  assert.equal((await introspect(identity, byRefresh.access_token)).active, false)

  const expired = await signIn(identity, person)
  const realNow = identity.deps.now
  advanceClock(identity.deps, 3601)
  await app.inject({ method: 'POST', url: '/auth/logout', cookies: { access_token: expired.access_token } })
  const cookies = { refresh_token: expired.refresh_token }
  const refreshed = await app.inject({ method: 'POST', url: '/auth/refresh', cookies })
  identity.deps.now = realNow
  assert.equal(refreshed.statusCode, 401)
})

test('a refresh that finishes after the sign-out sets no cookies', async () => {
  const { refresh_token } = await signIn(identity, person)
  const client = await registerClient(identity)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: 'https://app.example.org/callback',
    state: 'any',
    scope: 'user:read',
  })
  const { db } = identity.deps
  const { answering } = await db.transaction().execute(async tx => {
    await sql`lock table authorization_codes in access exclusive mode`.execute(tx)
    const answering = app.inject({ url: `/auth/authorize?${query}`, cookies: { refresh_token } })
    await waitUntil(async () => {
      // Other databases are copies: their tables have the same OIDs.
      const { rows } = await sql`select from pg_locks
        where relation = 'authorization_codes'::regclass and not granted and database = (
          select oid from pg_database where datname = current_database())`.execute(tx)
      return rows.length > 0
    })
    await app.inject({ method: 'POST', url: '/auth/logout', cookies: { refresh_token } })
    return { answering }
  })
  const answer = await answering
  assert.equal(answer.statusCode, 302, answer.body)
  assert.deepEqual(cookiesOf(answer), { access_token: '', refresh_token: '' })
})

test('signing out everywhere ends every session of the user and no others', async () => {
  const otherUser = await createUser(identity)
  const others = await signIn(identity, otherUser)
  const one = await createUser(identity)
  const sessions = [await signIn(identity, one), await signIn(identity, one), await signIn(identity, one)]
  const response = await as(identity, sessions[0]?.access_token ?? '')('POST', '/auth/logout-all')
  assert.deepEqual(response.json().data, { revoked: 3 })
  for (const { access_token } of sessions)
    assert.equal((await introspect(identity, access_token)).active, false)
  assert.equal((await introspect(identity, others.access_token)).active, true)
})

test('a change with cookies from another origin is refused; with a header the origin is not checked', async () => {
  const session = await signIn(identity, person)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const byCookie = await app.inject({
    method: 'POST',
    url: '/auth/logout',
    cookies: { ...session },
    headers: foreign,
  })
  assert.equal(byCookie.statusCode, 403)
  const byHeader = await app.inject({
    method: 'POST',
    url: '/auth/logout',
    headers: { ...foreign, authorization: `bearer ${session.access_token}` },
  })
  assert.equal(byHeader.statusCode, 200)
})

test('a secret is measured in bytes: sixteen Cyrillic characters are enough, fifteen are not', async () => {
  const strong = await startIdentity({ OAUTH2_ENCRYPTION_KEY: 'ключ'.repeat(4) })
  const { access_token } = await signIn(strong, await createUser(strong))
  assert.equal((await introspect(strong, access_token)).active, true)
  const weak = { OAUTH2_ENCRYPTION_KEY: 'ключ'.repeat(4).slice(1) }
  await assert.rejects(startIdentity(weak), /OAUTH2_ENCRYPTION_KEY must be at least 32 bytes long/)
})

test('a sign-in of an unknown user that found the hashing queue full does not affect later ones', async () => {
  // An instance without sign-ins so far: the dummy hash is computed when it is first needed.
  const { deps } = await identity.startInstance()
  const stranger = { username: 'nobody@example.org', password: 'a guess of mine', address: '192.0.2.7' }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 300 }, () => deps.passwordHasher.inTurn(() => released).catch(() => {}))
  await assert.rejects(verifyCredentials(deps, stranger), { statusCode: 503 })
  release()
  await Promise.all(crowd)
  assert.equal(await verifyCredentials(deps, stranger), undefined)
})
