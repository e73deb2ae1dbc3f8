import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { DomainError } from '@atrium/core/coded-errors'
import { sha256 } from '@atrium/core/sha256'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { type JWTPayload, SignJWT } from 'jose'
import type { EndedSession } from '../src/introspection.ts'
import { createTokenCheck } from '../src/verify-access-token.ts'
import { createSigningKey, signToken, startIdentityStub } from './identity-stub.ts'

const ISSUER = 'https://id.example.org'
const client = { clientId: 'tasks & more', clientSecret: 'a:b/c?' }
const databaseUrl = await createTestDatabase('tasks')
const key = await createSigningKey('first')

/** A service of its own: identity service, token check, event channel and clock. */
async function startService() {
  const identity = await startIdentityStub()
  identity.publish(key)
  const proxy = await openTcpProxy({ path: socketPathOf(databaseUrl) })
  await proxy.listen()
  const bus = await connectPostgresBus(urlThroughProxy(proxy.port, databaseUrl), randomUUID(), () => {})
  after(() => bus.close())
  const clock = { now: Date.now() }
  const tokenCheck = createTokenCheck({
    issuer: ISSUER,
    identityUrl: identity.url,
    client,
    cacheSeconds: 10,
    bus,
    endedBy: message => (message as { ended?: EndedSession }).ended,
    now: () => new Date(clock.now),
  })
  const claims = (changes: JWTPayload = {}) => {
    const seconds = Math.floor(clock.now / 1000)
    return {
      iss: ISSUER,
      aud: client.clientId,
      sub: '7',
      jti: randomUUID(),
      client_id: client.clientId,
      scopes: ['user:read'],
      nbf: seconds,
      exp: seconds + 3600,
      ...changes,
    }
  }
  const endSession = async (ended: EndedSession) => {
    const before = tokenCheck.signOutsHeard()
    await bus.publish({ ended })
    await waitUntil(() => tokenCheck.signOutsHeard() !== before)
  }
  return {
    ...tokenCheck,
    identity,
    proxy,
    bus,
    claims,
    endSession,
    aToken: (changes?: JWTPayload) => signToken(key, claims(changes)),
    advanceClock: (seconds: number) => {
      clock.now += seconds * 1000
    },
  }
}

test('a valid token has its claims, and the identity service is asked as this client', async () => {
  const { check, aToken, identity } = await startService()
  const token = await aToken({ sub: '42', scopes: ['user:read', 'user:write'] })
  const claims = await check(token)
  assert.deepEqual([claims?.sub, claims?.scopes], ['42', ['user:read', 'user:write']])
  const basic = Buffer.from(`tasks%20%26%20more:a%3Ab%2Fc%3F`).toString('base64')
  assert.deepEqual(identity.asked, [{ token, authorization: `Basic ${basic}` }])
})

test('a token that is not for this service, not in time or not signed by a published key is refused unasked', async () => {
  const { check, aToken, claims, identity } = await startService()
  const stranger = await createSigningKey('first')
  const signed = await aToken()
  const [header, , signature] = signed.split('.')
  const payload = Buffer.from(JSON.stringify(claims({ sub: '1' }))).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const refused = {
    'another audience': await aToken({ aud: 'another client' }),
    'another issuer': await aToken({ iss: 'https://elsewhere.example.org' }),
    'an expired token': await aToken({ exp: Math.floor(Date.now() / 1000) - 60 }),
    'a foreign key with our id': await signToken(stranger, claims()),
    'other claims under our signature': [header, payload, signature].join('.'),
    'no signature': `${none}.${payload}.`,
    'a shared secret': await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(Buffer.from(client.clientSecret.padEnd(32))),
    'no token at all': 'nonsense',
  }
  for (const [name, token] of Object.entries(refused)) assert.equal(await check(token), undefined, name)
  assert.deepEqual(identity.asked, [])
})

test('a revoked token is refused, and nothing is cached about it', async () => {
  const { check, aToken, identity } = await startService()
  const token = await aToken()
  identity.revoke(token)
  assert.equal(await check(token), undefined)
  assert.equal(await check(token), undefined)
  assert.equal(identity.asked.length, 2)
})

test('a positive answer is cached for the configured time', async () => {
  const { check, aToken, identity, advanceClock } = await startService()
  const token = await aToken()
  await check(token)
  identity.revoke(token)
  advanceClock(9)
  assert.ok(await check(token))
  assert.equal(identity.asked.length, 1)
  advanceClock(1)
  assert.equal(await check(token), undefined)
  assert.equal(identity.asked.length, 2)
})

test('a cached answer does not outlive the token', async () => {
  const { check, aToken, claims, advanceClock } = await startService()
  const token = await aToken({ exp: Number(claims().nbf) + 5 })
  assert.ok(await check(token))
  advanceClock(5 + 30)
  assert.equal(await check(token), undefined)
})

test('with mustAsk no cached answer counts', async () => {
  const { check, aToken, identity } = await startService()
  const token = await aToken()
  await check(token)
  assert.ok(await check(token, { mustAsk: true }))
  assert.equal(identity.asked.length, 2)
  identity.revoke(token)
  assert.equal(await check(token, { mustAsk: true }), undefined)
  assert.equal(await check(token), undefined, 'the refusal counts for reads too')
})

test('concurrent reads share a question; concurrent changes share one that is asked after them', async () => {
  const { check, aToken, identity, advanceClock } = await startService()
  const token = await aToken()
  await check(token)
  advanceClock(10)
  const release = identity.pause()
  const reads = Promise.all(Array.from({ length: 10 }, () => check(token)))
  await waitUntil(() => identity.asked.length === 2)
  identity.revoke(token)
  const changes = Promise.all(Array.from({ length: 10 }, () => check(token, { mustAsk: true })))
  release()
  assert.equal((await reads).filter(Boolean).length, 10)
  assert.equal((await changes).filter(Boolean).length, 0)
  assert.equal(identity.asked.length, 3)
})

test('when a session ends, the next check of its tokens and of its user’s tokens asks again', async () => {
  const { check, aToken, identity, endSession } = await startService()
  const [ended, sameUser, other] = await Promise.all([
    aToken({ sub: '1' }),
    aToken({ sub: '2' }),
    aToken({ sub: '3' }),
  ])
  for (const token of [ended, sameUser, other]) assert.ok(await check(token))
  for (const token of [ended, sameUser, other]) identity.revoke(token)
  await endSession({ digests: [sha256(ended)], sub: '2' })
  assert.equal(await check(ended), undefined)
  assert.equal(await check(sameUser), undefined)
  assert.ok(await check(other))
})

test('an ended session whose user is unknown leaves tokens of clients alone', async () => {
  const { check, aToken, identity, endSession } = await startService()
  const token = await aToken({ sub: null as unknown as string })
  await check(token)
  await endSession({ digests: [] })
  assert.equal((await check(token))?.sub, null)
  assert.equal(identity.asked.length, 1)
})

test('an answer that was under way when a session ended is not cached', async () => {
  const { check, aToken, identity, endSession } = await startService()
  const token = await aToken()
  const release = identity.pause()
  const early = check(token)
  await waitUntil(() => identity.asked.length === 1)
  identity.revoke(token)
  await endSession({ digests: [sha256(token)] })
  release()
  assert.ok(await early)
  assert.equal(await check(token), undefined)
})

test('an instance that cannot hear sign-outs asks each time, and says so', async () => {
  const { check, aToken, identity, proxy, bus, signOutsHeard } = await startService()
  const token = await aToken()
  await check(token)
  proxy.cut()
  await waitUntil(() => !bus.isListening())
  assert.equal(signOutsHeard(), undefined)
  identity.revoke(token)
  assert.equal(await check(token), undefined)
})

test('while the identity service is down, its last answer counts for five minutes', async () => {
  const { check, aToken, identity, advanceClock } = await startService()
  const [known, unknown] = [await aToken(), await aToken()]
  await check(known)
  await identity.stop()
  advanceClock(299)
  assert.ok(await check(known))
  assert.ok(await check(known, { mustAsk: true }))
  await assert.rejects(check(unknown), isUnavailable('identity_unavailable', 5))
  advanceClock(1)
  await assert.rejects(check(known), isUnavailable('identity_unavailable', 5))
})

test('a failing identity service is not asked again for two seconds about tokens that are trusted meanwhile', async () => {
  const { check, aToken, identity, advanceClock } = await startService()
  const token = await aToken()
  await check(token)
  identity.state.answer = { status: 500, body: '{}' }
  for (let round = 0; round < 5; round += 1) assert.ok(await check(token, { mustAsk: true }))
  assert.equal(identity.asked.length, 2)
  identity.state.answer = undefined
  identity.revoke(token)
  advanceClock(2)
  assert.equal(await check(token, { mustAsk: true }), undefined)
})

test('an answer that cannot be understood decides nothing', async () => {
  const { check, aToken, identity } = await startService()
  const token = await aToken()
  for (const answer of [
    { status: 200, body: '{}' },
    { status: 200, body: '<html>' },
    { status: 401, body: '{"active":false}' },
  ]) {
    identity.state.answer = answer
    await assert.rejects(check(token), isUnavailable('identity_unavailable', 5), answer.body)
  }
})

test('keys that cannot be fetched decide nothing', async () => {
  const { check, aToken, identity } = await startService()
  identity.state.keysStatus = 503
  await assert.rejects(check(await aToken()), isUnavailable('identity_unavailable', 5))
  identity.state.keysStatus = 200
  assert.ok(await check(await aToken()))
})

test('a new key is fetched when its first token comes', async () => {
  const { check, aToken, claims, identity } = await startService()
  await check(await aToken())
  const rotated = await createSigningKey('second')
  identity.publish(rotated)
  assert.ok(await check(await signToken(rotated, claims())))
  assert.equal(identity.state.keyFetches, 2)
})

test('made-up key ids cause one fetch a second', async () => {
  const { check, aToken, claims, identity } = await startService()
  await check(await aToken())
  const forged = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signToken({ ...key, kid: `made up ${n}` }, claims())),
  )
  const answers = await Promise.all(forged.map(token => check(token)))
  assert.deepEqual(new Set(answers), new Set([undefined]))
  assert.ok(identity.state.keyFetches <= 3, `${identity.state.keyFetches} fetches`)
})

test('a token from the future means that clocks differ, which a retry may solve', async () => {
  const { check, aToken, claims } = await startService()
  assert.ok(await check(await aToken({ nbf: Number(claims().nbf) + 20 })), 'a small difference is tolerated')
  await assert.rejects(
    check(await aToken({ nbf: Number(claims().nbf) + 60 })),
    isUnavailable('clocks_differ', 30),
  )
})

function isUnavailable(code: string, retryAfter: number) {
  return (error: unknown) => {
    assert.ok(error instanceof DomainError)
    assert.deepEqual([error.statusCode, error.code], [503, code])
    assert.equal(error.headers['retry-after'], String(retryAfter))
    return true
  }
}
