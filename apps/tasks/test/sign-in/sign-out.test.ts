import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { waitUntil } from '@atrium/testing/wait-until'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { cookiesOf, createPerson, signInAtIdentity, tokensFor } from '../people.ts'

const services = await sharedServices()
const { app, proxy, deps } = services
const second = await services.startInstance()
const instances = [services, second]
const cleared = { app_access_token: '', app_refresh_token: '', app_user: '', app_push: '' }

/** The cookies of a signed-in browser, known to both instances. */
async function signIn() {
  const { access_token, refresh_token } = await tokensFor(services, await createPerson(services))
  const cookies = { app_access_token: access_token, app_refresh_token: refresh_token }
  for (const each of instances) assert.equal(await statusAt(each, cookies), 200)
  return cookies
}

type Cookies = Record<string, string>

async function statusAt({ app }: Pick<typeof services, 'app'>, cookies: Cookies) {
  return (await app.inject({ url: '/project', cookies })).statusCode
}

function signOut(cookies: Cookies) {
  return app.inject({ url: '/auth/logout', cookies })
}

async function assertSignedOut(cookies: Cookies) {
  for (const each of instances) assert.equal(await statusAt(each, cookies), 401)
}

test('signing out on one instance ends the session on the other at once', async () => {
  const cookies = await signIn()
  assert.equal((await signOut(cookies)).statusCode, 200)
  await assertSignedOut({ app_access_token: cookies.app_access_token })
  await assertSignedOut({ app_refresh_token: cookies.app_refresh_token })
})

test('signing out ends a session that another instance has refreshed', async () => {
  const { app_refresh_token } = await signIn()
  const refreshed = await second.app.inject({ url: '/project', cookies: { app_refresh_token } })
  const successor = cookiesOf(refreshed)
  assert.ok(successor.app_access_token)
  await signOut({ app_refresh_token })
  await assertSignedOut({ app_access_token: successor.app_access_token })
  await assertSignedOut(successor)
})

test('a response that finishes after the sign-out sets no cookies', async () => {
  const { app_refresh_token } = await signIn()
  const pending = await deps.db.transaction().execute(async tx => {
    await sql`lock table projects in access exclusive mode`.execute(tx)
    const answer = second.app.inject({ url: '/project', cookies: { app_refresh_token } })
    await waitUntil(async () => {
      // Other databases are copies: their tables have the same OIDs.
      const { rows } = await sql`select from pg_locks
        where relation = 'projects'::regclass and not granted and database = (
          select oid from pg_database where datname = current_database())`.execute(tx)
      return rows.length > 0
    })
    assert.equal((await signOut({ app_refresh_token })).statusCode, 200)
    return { answer }
  })
  const answer = await pending.answer
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(cookiesOf(answer), cleared)
})

test('a refresh that finishes after the sign-out is discarded', async () => {
  const { app_refresh_token } = await signIn()
  const refresh = proxy.pause('POST /token', 'answer')
  const answer = second.app.inject({ url: '/project', cookies: { app_refresh_token } })
  await refresh.arrived
  await signOut({ app_refresh_token })
  refresh.release()
  assert.equal((await answer).statusCode, 401)
  assert.deepEqual(cookiesOf(await answer), cleared)
})

test('a session checked during its sign-out is invalid afterwards', async () => {
  const cookies = await signIn()
  const logout = proxy.pause('POST /auth/logout', 'request')
  const signingOut = signOut(cookies)
  await logout.arrived
  // An instance that has not heard of it yet still knows the session.
  for (const each of instances) assert.ok([200, 401].includes(await statusAt(each, cookies)))
  logout.release()
  await signingOut
  await assertSignedOut({ app_access_token: cookies.app_access_token })
})

test('a check that finishes after the sign-out is not cached', async () => {
  const { access_token, refresh_token } = await tokensFor(services, await createPerson(services))
  const cookies = { app_access_token: access_token, app_refresh_token: refresh_token }
  assert.equal(await statusAt(services, cookies), 200)
  const check = proxy.pause('POST /token/introspect', 'answer')
  const answer = second.app.inject({ url: '/project', cookies })
  await check.arrived
  await signOut(cookies)
  await assertSignedOut({ app_access_token: access_token })
  check.release()
  await answer
  await assertSignedOut({ app_access_token: access_token })
})

test('signing out clears all cookies however the token is sent', async () => {
  const { access_token, refresh_token } = await tokensFor(services, await createPerson(services))
  const callers: InjectOptions[] = [
    { headers: { authorization: `Bearer ${access_token}` } },
    { cookies: { app_access_token: access_token } },
    { cookies: { app_refresh_token: refresh_token } },
    { cookies: { access_token: 'garbage' } },
    {},
  ]
  for (const caller of callers) {
    const response = await app.inject({ url: '/auth/logout', ...caller })
    assert.equal(response.statusCode, 200)
    assert.equal(typeof response.json().message, 'string')
    const cookies = { ...cleared, access_token: '', refresh_token: '' }
    assert.deepEqual(cookiesOf(response), cookies)
  }
})

test('signing out with an invalid token succeeds', async () => {
  const [header = '', , signature = ''] = (await signIn()).app_access_token.split('.')
  const expired = Buffer.from(JSON.stringify({ sub: '1', exp: 1 })).toString('base64url')
  for (const garbage of [
    'garbage',
    'two words',
    'слово',
    'line\nbreak',
    `${header}.${expired}.${signature}`,
  ]) {
    const cookies = { app_access_token: garbage, app_refresh_token: garbage, access_token: garbage }
    const response = await signOut(cookies)
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json(), { message: 'Signed out' })
    assert.equal(cookiesOf(response).app_refresh_token, '')
  }
  for (const authorization of ['Bearer garbage', 'Basic Z2FyYmFnZQ==', 'Bearer']) {
    const response = await app.inject({ url: '/auth/logout', headers: { authorization } })
    assert.deepEqual([response.statusCode, response.json()], [200, { message: 'Signed out' }])
  }
})

test('signing out with an expired access cookie and a valid refresh cookie ends the identity session', async () => {
  const tokens = await tokensFor(services, await createPerson(services))
  const [header = '', claims = ''] = tokens.access_token.split('.')
  const cookies = { app_access_token: `${header}.${claims}.expired`, app_refresh_token: tokens.refresh_token }
  assert.equal((await signOut(cookies)).statusCode, 200)
  const { identity, environment } = services
  const introspected = await identity.inject({
    method: 'POST',
    url: '/token/introspect',
    payload: { token: tokens.access_token },
  })
  assert.equal(introspected.json().active, false)
  const refreshed = await identity.inject({
    method: 'POST',
    url: '/token',
    payload: {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: environment.TASKS_CLIENT_ID,
      client_secret: environment.TASKS_CLIENT_SECRET,
    },
  })
  assert.equal(refreshed.json().error, 'invalid_grant')
})

test('signing out ends the session of the browser at the identity service, also without its cookies', async () => {
  const { identity } = services
  const person = await createPerson(services)
  const leave: ((own: Cookies) => Cookies)[] = [
    own => own,
    ({ app_access_token = '' }) => ({ app_access_token }),
    ({ app_refresh_token = '' }) => ({ app_refresh_token }),
  ]
  for (const kept of leave) {
    const login = await app.inject({ url: '/auth/login' })
    const { callback, identityCookies } = await signInAtIdentity(services, person, login.body)
    const finished = await app.inject({ url: callback, cookies: cookiesOf(login) })
    const own = cookiesOf(finished)
    const next =
      (await app.inject({ url: '/auth/login' })).body.match(/href="([^"]*authorize[^"]*)"/)?.[1] ?? ''
    const { pathname, search } = new URL(next.replaceAll('&amp;', '&'))
    const authorize = () => identity.inject({ url: pathname + search, cookies: identityCookies })
    assert.equal((await authorize()).statusCode, 302, 'signed in without a password')
    assert.equal((await signOut(kept(own))).statusCode, 200)
    const asked = await authorize()
    assert.equal(asked.statusCode, 200, 'asks for the password')
    assert.match(asked.body, /type="password"/)
  }
})

const ROUNDS = Number(process.env.SIGN_OUTS ?? 8)

test(`signing out wins over two tabs that keep refreshing on two instances, ${ROUNDS} times`, async () => {
  const person = await createPerson(services)
  for (let round = 0; round < ROUNDS; round += 1)
    await signOutOfTwoTabs(await tokensFor(services, person), round)
})

/** Two tabs of one browser: they share cookies and take them from every response. */
async function signOutOfTwoTabs(tokens: Awaited<ReturnType<typeof tokensFor>>, round: number) {
  const cookies: Cookies = {
    app_access_token: tokens.access_token,
    app_refresh_token: tokens.refresh_token,
  }
  const seen = new Set<string>()
  const { promise: moment, resolve: startSigningOut } = Promise.withResolvers<void>()
  let sent = 0
  let isSigningOut = false
  let isSignedOut = false

  async function send(url: string) {
    sent += 1
    if (sent === 4 + (round % 7)) startSigningOut()
    if (sent % 3 === 0) delete cookies.app_access_token // as a browser does when the cookie expires
    for (const cookie of Object.entries(cookies)) seen.add(cookie.join('='))
    const { app } = sent % 2 ? services : second
    const response = await app.inject({ url, cookies: { ...cookies } })
    for (const { name, value } of response.cookies) {
      assert.ok(!isSignedOut || value === '', 'no cookie may be set after the sign-out')
      if (value) cookies[name] = value
      else delete cookies[name]
    }
    return response
  }

  const tabs = Array.from({ length: 2 }, async () => {
    while (!isSignedOut) {
      const { statusCode } = await send('/project')
      assert.ok(isSigningOut || statusCode === 200, `${statusCode} before the sign-out`)
      await setImmediate()
    }
  })
  await moment
  isSigningOut = true
  const response = await send('/auth/logout')
  isSignedOut = true
  assert.equal(response.statusCode, 200)
  assert.equal(response.json().message, 'Signed out', 'the identity service answered in time')
  await Promise.all(tabs)
  for (const cookie of seen) {
    const [name = '', value = ''] = cookie.split('=')
    await assertSignedOut({ [name]: value })
  }
}
