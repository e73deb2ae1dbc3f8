import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { rotateSigningKey } from '@atrium/identity/tokens/signing-key.commands'
import { longTest } from '@atrium/testing/long-test'
import { startBothServices } from '../both-services.ts'
import { as, cookiesOf, createPerson, tokensFor } from '../people.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const { app, proxy, identityDeps } = services
const JWKS = '/.well-known/jwks.json'

function keyFetches() {
  return proxy.requests.filter(each => each === `GET ${JWKS}`).length
}

function kidOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
}

test('rotating the signing key signs no one out, even right after a key fetch', async () => {
  const person = await createPerson(services)
  const before = await tokensFor(services, person)
  let cookies: Record<string, string> = { app_refresh_token: before.refresh_token }
  for (let rotation = 0; rotation < 3; rotation += 1) {
    assert.equal((await as(services, before.access_token)('GET', '/project')).statusCode, 200)
    const { kid } = await rotateSigningKey(identityDeps, 0)
    const payload = { login: person.email, password: person.password }
    const login = await app.inject({ method: 'POST', url: '/user/login', payload })
    assert.equal(login.statusCode, 200, login.body)
    assert.equal(kidOf(login.json().token), kid)
    const { app_refresh_token = '' } = cookies
    const refreshed = await app.inject({ url: '/project', cookies: { app_refresh_token } })
    assert.equal(refreshed.statusCode, 200, refreshed.body)
    cookies = cookiesOf(refreshed)
    assert.equal(kidOf(cookies.app_access_token ?? ''), kid)
  }
})

test('tokens with unknown key ids return 401 and cause few key fetches', async () => {
  const { access_token } = await tokensFor(services, await createPerson(services))
  assert.equal((await as(services, access_token)('GET', '/project')).statusCode, 200)
  const before = keyFetches()
  const [, payload, signature] = access_token.split('.')
  const tokenWithUnknownKey = () => {
    const header = JSON.stringify({ typ: 'JWT', alg: 'RS256', kid: randomUUID() })
    return [Buffer.from(header).toString('base64url'), payload, signature].join('.')
  }
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => as(services, tokenWithUnknownKey())('GET', '/project')),
  )
  for (const { statusCode } of responses) assert.equal(statusCode, 401)
  const fetches = keyFetches() - before
  assert.ok(fetches >= 1 && fetches <= 2, `${fetches} fetches`)
})

longTest('while the new key cannot be fetched, its tokens return 503 and keep their cookies', async () => {
  const person = await createPerson(services)
  const { access_token, refresh_token } = await tokensFor(services, person)
  assert.equal((await as(services, access_token)('GET', '/project')).statusCode, 200)
  await rotateSigningKey(identityDeps, 0)
  const fresh = await tokensFor(services, person)
  for (const mood of ['broken', 'shut'] as const) {
    proxy.setState(mood, JWKS)
    const payload = { login: person.email, password: person.password }
    const login = await app.inject({ method: 'POST', url: '/user/login', payload })
    const cookies = { app_access_token: fresh.access_token, app_refresh_token: fresh.refresh_token }
    const read = await app.inject({ url: '/project', cookies })
    for (const response of [login, read]) {
      assert.equal(response.statusCode, 503, mood)
      assert.ok(Number(response.headers['retry-after']) > 0)
      assert.deepEqual(response.cookies, [])
    }
  }
  const undecided = await app.inject({ url: '/project', cookies: { app_refresh_token: refresh_token } })
  assert.equal(undecided.statusCode, 503)
  const renewed = cookiesOf(undecided)
  assert.ok(renewed.app_refresh_token, 'the old refresh token is spent, so the browser needs the new one')
  proxy.setState('open')
  assert.equal((await app.inject({ url: '/project', cookies: renewed })).statusCode, 200)
})

test('a key response without keys does not invalidate tokens', async () => {
  const other = await services.startInstance()
  const { access_token } = await tokensFor(services, await createPerson(services))
  proxy.setState('nonsense', JWKS)
  assert.equal((await as(other, access_token)('GET', '/project')).statusCode, 503)
  proxy.setState('open')
  assert.equal((await as(other, access_token)('GET', '/project')).statusCode, 200)
})

test('signing in returns 503 when the clock of the identity service is ahead', async () => {
  const person = await createPerson(services)
  const { now } = identityDeps
  identityDeps.now = () => new Date(now().getTime() + 90_000)
  const payload = { login: person.email, password: person.password }
  const login = await app.inject({ method: 'POST', url: '/user/login', payload })
  identityDeps.now = now
  assert.equal(login.statusCode, 503, login.body)
  assert.ok(Number(login.headers['retry-after']) > 0)
})
