import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sharedServices, startBothServices } from '../both-services.ts'
import {
  as,
  atIdentity,
  cookiesOf,
  createPerson,
  type Person,
  signInAtIdentity,
  tokensFor,
} from '../people.ts'

const services = await sharedServices()
const { app, proxy, deps } = services

function countCalls(call: string) {
  return proxy.requests.filter(each => each === call).length
}

longTest('200 requests with an expired session on two instances cause one refresh', async () => {
  const second = await services.startInstance()
  const { access_token, refresh_token } = await tokensFor(services, await createPerson(services))
  assert.equal((await as(services, access_token)('GET', '/project')).statusCode, 200)
  const before = countCalls('POST /token')
  const cookies = { app_refresh_token: refresh_token }
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (index % 2 ? services : second).app.inject({ url: '/project', cookies }),
    ),
  )
  assert.ok(responses.every(({ statusCode }) => statusCode === 200))
  assert.equal(countCalls('POST /token') - before, 1)
  const renewed = new Set(responses.map(response => cookiesOf(response).app_refresh_token))
  assert.equal(renewed.size, 1)
  const late = await second.app.inject({ url: '/project', cookies })
  assert.equal(late.statusCode, 200)
  assert.equal(countCalls('POST /token') - before, 1)
  const stored = await deps.db.selectFrom('sessionRefreshes').select('outcome').execute()
  assert.ok(stored.every(({ outcome }) => !outcome?.includes([...renewed][0] ?? '')))
})

test('a write with an expired session happens exactly once', async () => {
  const { refresh_token } = await tokensFor(services, await createPerson(services))
  const cookies = { app_refresh_token: refresh_token }
  const created = await app.inject({ method: 'POST', url: '/project', cookies, payload: { name: 'Once' } })
  assert.equal(created.statusCode, 200)
  const { items } = (await app.inject({ url: '/project', cookies: cookiesOf(created) })).json()
  assert.equal(items.filter(({ name }: { name: string }) => name === 'Once').length, 1)
})

longTest('concurrent requests with one token cause one introspection, which is cached', async () => {
  const { access_token } = await tokensFor(services, await createPerson(services))
  const before = countCalls('POST /token/introspect')
  await Promise.all(Array.from({ length: 50 }, () => as(services, access_token)('GET', '/project')))
  await as(services, access_token)('GET', '/project')
  assert.equal(countCalls('POST /token/introspect') - before, 1)
})

test('a token revoked at the identity service is refused after INTROSPECTION_CACHE', async () => {
  const strict = await startBothServices({ INTROSPECTION_CACHE: '0' })
  const { access_token } = await tokensFor(strict, await createPerson(strict))
  assert.equal((await as(strict, access_token)('GET', '/project')).statusCode, 200)
  const headers = { authorization: `Bearer ${access_token}` }
  await strict.identity.inject({ method: 'POST', url: '/auth/logout', headers })
  assert.equal((await as(strict, access_token)('GET', '/project')).statusCode, 401)
})

test('direct sign-in returns an access token and a refresh token', async () => {
  const person = await createPerson(services)
  const login = (password: string) =>
    app.inject({ method: 'POST', url: '/user/login', payload: { login: person.email, password } })
  const response = await login(person.password)
  assert.equal(response.statusCode, 200, response.body)
  const { token, expires_in, refresh_token } = response.json()
  assert.equal(expires_in, 3600)
  assert.ok(refresh_token)
  const header = JSON.parse(Buffer.from(token.split('.')[0], 'base64url').toString())
  assert.equal(header.alg, 'RS256')
  assert.equal((await as(services, token)('GET', '/users/me')).json().item.email, person.email)
  assert.equal((await login('wrong password')).statusCode, 401)
  for (let round = 0; round < 4; round += 1) await login('wrong password')
  const blocked = await login(person.password)
  assert.equal(blocked.statusCode, 429)
  assert.ok(Number(blocked.headers['retry-after']) > 0)
})

longTest(
  'while the identity service is unreachable, recently checked tokens read, and changes and other tokens return 503',
  async () => {
    const offline = await startBothServices({ INTROSPECTION_CACHE: '0', IDENTITY_TIMEOUT: '10' })
    const person = await createPerson(offline)
    const seen = await tokensFor(offline, person)
    const unseen = await tokensFor(offline, person)
    assert.equal((await as(offline, seen.access_token)('GET', '/project')).statusCode, 200)
    for (const mood of ['shut', 'broken', 'slow'] as const) {
      offline.proxy.setState(mood)
      const [read, ...refusals] = await Promise.all([
        as(offline, seen.access_token)('GET', '/project'),
        as(offline, seen.access_token)('POST', '/project', { name: 'During the outage' }),
        as(offline, unseen.access_token)('GET', '/project'),
      ])
      assert.equal(read.statusCode, 200, mood)
      for (const refused of refusals) {
        assert.equal(refused.statusCode, 503, mood)
        assert.equal(refused.json().error.details.reason, 'identity_unavailable')
        assert.ok(Number(refused.headers['retry-after']) > 0)
      }
      if (mood === 'slow') continue
      const cookies = { app_refresh_token: seen.refresh_token }
      const notRefreshed = await offline.app.inject({ url: '/project', cookies })
      assert.equal(notRefreshed.statusCode, 503)
      assert.deepEqual(notRefreshed.cookies, [], 'an outage does not end the session')
    }
    offline.proxy.setState('shut')
    const realNow = offline.deps.now
    offline.deps.now = () => new Date(realNow().getTime() + 301_000)
    const loggedOut = await offline.app.inject({
      url: '/auth/logout',
      cookies: { app_access_token: unseen.access_token },
    })
    assert.equal(loggedOut.statusCode, 200)
    assert.deepEqual(cookiesOf(loggedOut), {
      app_access_token: '',
      app_refresh_token: '',
      app_user: '',
      app_push: '',
    })
    offline.deps.now = realNow
    offline.proxy.setState('open')
    assert.equal((await as(offline, unseen.access_token)('GET', '/project')).statusCode, 200)
  },
)

test('a user archived before an outage changes nothing during it, and neither does any other token', async () => {
  const offline = await startBothServices()
  const person = await createPerson(offline)
  const admin = await createPerson(offline, 'owner')
  const archived = as(offline, (await tokensFor(offline, person)).access_token)
  const owner = as(offline, (await tokensFor(offline, admin)).access_token)
  const change = (call: typeof owner) => call('POST', '/project', { name: 'A project' })
  for (const call of [archived, owner]) assert.equal((await change(call)).statusCode, 200)
  const archive = (await atIdentity(offline, admin))('DELETE', `/users/${person.passportId}`)
  assert.equal((await archive).statusCode, 200)
  offline.proxy.setState('shut')
  assert.equal((await change(archived)).statusCode, 503)
  await waitUntil(() => !offline.deps.announcements.isFresh())
  for (const state of ['shut', 'broken', 'nonsense', 'shut'] as const) {
    offline.proxy.setState(state)
    for (const refused of [await change(owner), await change(archived)]) {
      assert.equal(refused.statusCode, 503, state)
      assert.ok(Number(refused.headers['retry-after']) > 0)
    }
  }
  offline.proxy.setState('open')
  assert.equal((await change(archived)).statusCode, 401)
  assert.equal((await change(owner)).statusCode, 200)
})

test('the service’s own token is renewed after four fifths of a short life', async () => {
  const short = await startBothServices({ OAUTH2_ACCESS_TOKEN_TTL: '60' })
  const { passportId } = await createPerson(short)
  const start = Date.now()
  const readAfter = async (seconds: number) => {
    short.deps.now = () => new Date(start + seconds * 1000)
    assert.ok(await short.deps.identity.readProfile(passportId))
    return short.proxy.requests.filter(each => each === 'POST /token').length
  }
  assert.deepEqual([await readAfter(0), await readAfter(47), await readAfter(48)], [1, 1, 2])
})

test('archived and signed-out users cannot write on any instance', async () => {
  const second = await services.startInstance()
  const owner = await atIdentity(services, await createPerson(services, 'owner'))
  const endings = {
    archived: async ({ passportId }: Person) => owner('DELETE', `/users/${passportId}`),
    'signed out everywhere': async (person: Person) =>
      (await atIdentity(services, person))('POST', '/auth/logout-all'),
  }
  for (const [name, end] of Object.entries(endings)) {
    const person = await createPerson(services)
    const { access_token, refresh_token } = await tokensFor(services, person)
    const change = ({ app }: Pick<typeof services, 'app'>, cookies: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/project', cookies, payload: { name: 'A project' } })
    const cookies = { app_access_token: access_token, app_refresh_token: refresh_token }
    for (const each of [services, second]) assert.equal((await change(each, cookies)).statusCode, 200)
    assert.equal((await end(person)).statusCode, 200)
    for (const each of [services, second]) assert.equal((await change(each, cookies)).statusCode, 401, name)
  }
})

/** Creates a project with a body that pauses in the middle while `meanwhile` runs, for more than a second. */
async function createSlowly(t: TestContext, credentials: object, meanwhile: () => Promise<unknown>) {
  const { check } = deps.tokenCheck
  const checked = Promise.withResolvers<void>()
  t.mock.method(deps.tokenCheck, 'check', async (...parameters: Parameters<typeof check>) => {
    const claims = await check(...parameters)
    if (claims) checked.resolve()
    return claims
  })
  const payload = new PassThrough()
  const headers = { 'content-type': 'application/json', ...credentials }
  const response = app.inject({ method: 'POST', url: '/project', headers, payload })
  payload.write('{"name":')
  await checked.promise
  await meanwhile()
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 1000)
  payload.end('"Late"}')
  return response.finally(() => t.mock.restoreAll())
}

test('a request whose body arrives slowly changes nothing if the user was archived meanwhile', async t => {
  const owner = await atIdentity(services, await createPerson(services, 'owner'))
  for (const isRefreshed of [false, true]) {
    const person = await createPerson(services)
    const { access_token, refresh_token } = await tokensFor(services, person)
    const credentials = isRefreshed
      ? { cookie: `app_refresh_token=${refresh_token}` }
      : { authorization: `Bearer ${access_token}` }
    const before = countCalls('POST /token')
    const accepted = await createSlowly(t, credentials, async () => {})
    assert.equal(accepted.statusCode, 200, accepted.body)
    assert.equal(countCalls('POST /token') - before, isRefreshed ? 1 : 0, 'refreshed once')
    const next = isRefreshed ? `app_refresh_token=${cookiesOf(accepted).app_refresh_token}` : undefined
    const archive = () => owner('DELETE', `/users/${person.passportId}`)
    const refused = await createSlowly(t, next ? { cookie: next } : credentials, archive)
    assert.equal(refused.statusCode, 401, refused.body)
    const projects = await deps.db.selectFrom('projects').where('name', '=', 'Late').select('id').execute()
    assert.equal(projects.length, isRefreshed ? 2 : 1)
  }
})

test('concurrent writes share an introspection', async () => {
  const { access_token } = await tokensFor(services, await createPerson(services))
  const call = as(services, access_token)
  const before = countCalls('POST /token/introspect')
  const changes = Array.from({ length: 20 }, (_, n) => call('POST', '/project', { name: `Project ${n}` }))
  for (const { statusCode } of await Promise.all(changes)) assert.equal(statusCode, 200)
  const calls = countCalls('POST /token/introspect') - before
  assert.ok(calls >= 1 && calls <= 4, `${calls} introspections`)
})

test('a cross-site request with a cookie is refused whatever other headers it has', async () => {
  const { refresh_token } = await tokensFor(services, await createPerson(services))
  const send = (origin: string) =>
    app.inject({
      method: 'POST',
      url: '/project',
      cookies: { app_refresh_token: refresh_token },
      headers: { origin, authorization: 'Bearer anything' },
      payload: { name: 'A project' },
    })
  const refused = await send('https://evil.example')
  assert.equal(refused.statusCode, 403, refused.body)
  assert.deepEqual(refused.cookies, [])
  assert.equal((await send(new URL(services.environment.FRONTEND_URL).origin)).statusCode, 200)
})

test('everything works when introspection requires authentication', async () => {
  const strict = await startBothServices({ INTROSPECTION_REQUIRE_AUTH: 'true', INTROSPECTION_CACHE: '0' })
  const person = await createPerson(strict)
  const page = await strict.app.inject({ url: '/auth/login', headers: { accept: 'text/html' } })
  const { callback } = await signInAtIdentity(strict, person, page.body)
  const cookies = cookiesOf(await strict.app.inject({ url: callback, cookies: cookiesOf(page) }))
  const send = (method: 'GET' | 'POST', url: string, cookies: Record<string, string>, payload?: object) =>
    strict.app.inject({ method, url, cookies, payload })
  assert.equal((await send('GET', '/project', cookies)).statusCode, 200)
  assert.equal((await send('POST', '/project', cookies, { name: 'A project' })).statusCode, 200)
  const refreshed = await send('GET', '/project', { app_refresh_token: cookies.app_refresh_token ?? '' })
  assert.equal(refreshed.statusCode, 200)
  const login = { login: person.email, password: person.password }
  assert.equal((await send('POST', '/user/login', {}, login)).statusCode, 200)
  assert.equal((await send('GET', '/auth/logout', cookiesOf(refreshed))).statusCode, 200)
  for (const ended of [cookies, cookiesOf(refreshed)])
    assert.equal((await send('GET', '/project', ended)).statusCode, 401)
})
