import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { DomainError } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { type JWTPayload, SignJWT } from 'jose'
import type { DoubtedTokens } from '../src/introspection.ts'
import { createTokenCheck } from '../src/verify-access-token.ts'
import { createSigningKey, signToken, startIdentityStub } from './identity-stub.ts'

const ISSUER = 'https://id.example.org'
const RESOURCE = 'https://tasks.example.org'
const client = { clientId: 'tasks & more', clientSecret: 'a:b/c?' }
const databaseUrl = await createTestDatabase('tasks')
const key = await createSigningKey('first')

/** A separate identity service, token check, event channel and clock. */
async function startService() {
  const identity = await startIdentityStub()
  identity.publish(key)
  const proxy = await openTcpProxy({ path: socketPathOf(databaseUrl) })
  await proxy.listen()
  const bus = await connectPostgresBus(urlThroughProxy(proxy.port, databaseUrl), randomUUID(), () => {})
  after(() => bus.close())
  const clock = { now: Date.now() }
  const announcements = { areHeard: false }
  const tokenCheck = createTokenCheck({
    issuer: ISSUER,
    identityUrl: identity.url,
    client,
    resource: RESOURCE,
    cacheSeconds: 10,
    timeoutMs: 60_000,
    bus,
    doubtedBy: message => (message as { ended?: DoubtedTokens }).ended,
    isUpToDate: () => announcements.areHeard,
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
  const endSession = async (ended: DoubtedTokens) => {
    const before = tokenCheck.signOutsHeard()
    await bus.publish({ ended })
    await waitUntil(() => tokenCheck.signOutsHeard() !== before)
  }
  return {
    ...tokenCheck,
    identity,
    proxy,
    bus,
    announcements,
    claims,
    endSession,
    createToken: (changes?: JWTPayload) => signToken(key, claims(changes)),
    advanceClock: (seconds: number) => {
      clock.now += seconds * 1000
    },
  }
}

test('a valid token has its claims, and introspection is authenticated as this client', async () => {
  const { check, createToken, identity } = await startService()
  const token = await createToken({ sub: '42', scopes: ['user:read', 'user:write'] })
  const claims = await check(token)
  assert.deepEqual([claims?.sub, claims?.scopes], ['42', ['user:read', 'user:write']])
  const basic = Buffer.from(`tasks%20%26%20more:a%3Ab%2Fc%3F`).toString('base64')
  assert.deepEqual(identity.asked, [{ token, authorization: `Basic ${basic}` }])
})

test('a token that another client requested for this service has it as its audience', async () => {
  const { check, createToken } = await startService()
  const claims = await check(
    await createToken({ aud: RESOURCE, client_id: 'reports', scopes: ['tasks:read'] }),
  )
  assert.deepEqual([claims?.aud, claims?.client_id], [RESOURCE, 'reports'])
})

test('a token with a wrong audience, time or signature is refused without introspection', async () => {
  const { check, createToken, claims, identity } = await startService()
  const stranger = await createSigningKey('first')
  const signed = await createToken()
  const [header, , signature] = signed.split('.')
  const payload = Buffer.from(JSON.stringify(claims({ sub: '1' }))).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const refused = {
    'another audience': await createToken({ aud: 'another client' }),
    'another issuer': await createToken({ iss: 'https://elsewhere.example.org' }),
    'an expired token': await createToken({ exp: Math.floor(Date.now() / 1000) - 60 }),
    'another key with the same id': await signToken(stranger, claims()),
    'changed claims with a valid signature': [header, payload, signature].join('.'),
    'no signature': `${none}.${payload}.`,
    'a shared secret': await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(Buffer.from(client.clientSecret.padEnd(32))),
    'no token at all': 'nonsense',
  }
  for (const [name, token] of Object.entries(refused)) assert.equal(await check(token), undefined, name)
  assert.deepEqual(identity.asked, [])
})

test('a revoked token is refused and not cached', async () => {
  const { check, createToken, identity } = await startService()
  const token = await createToken()
  identity.revoke(token)
  assert.equal(await check(token), undefined)
  assert.equal(await check(token), undefined)
  assert.equal(identity.asked.length, 2)
})

test('a positive response is cached for the configured time', async () => {
  const { check, createToken, identity, advanceClock } = await startService()
  const token = await createToken()
  await check(token)
  identity.revoke(token)
  advanceClock(9)
  assert.ok(await check(token))
  assert.equal(identity.asked.length, 1)
  advanceClock(1)
  assert.equal(await check(token), undefined)
  assert.equal(identity.asked.length, 2)
})

test('a cached response does not outlive the token', async () => {
  const { check, createToken, claims, advanceClock } = await startService()
  const token = await createToken({ exp: Number(claims().nbf) + 5 })
  assert.ok(await check(token))
  advanceClock(5 + 30)
  assert.equal(await check(token), undefined)
})

test('a change ignores cached responses while announcements are not heard', async () => {
  const { check, createToken, identity } = await startService()
  const token = await createToken()
  await check(token)
  assert.ok(await check(token, { isChange: true }))
  assert.equal(identity.asked.length, 2)
  identity.revoke(token)
  assert.ok(await check(token))
  assert.equal(await check(token, { isChange: true }), undefined)
  assert.equal(await check(token), undefined)
})

test('a change relies on the cached response while announcements are heard, until the token ends or expires', async () => {
  const { check, createToken, claims, identity, announcements, endSession, advanceClock } =
    await startService()
  announcements.areHeard = true
  const ended = await createToken()
  const expired = await createToken({ exp: Number(claims().nbf) + 5 })
  for (const token of [ended, expired]) {
    for (let round = 0; round < 5; round += 1) assert.ok(await check(token, { isChange: true }))
    identity.revoke(token)
  }
  assert.equal(identity.asked.length, 2)
  await endSession({ digests: [sha256(ended)] })
  assert.equal(await check(ended, { isChange: true }), undefined)
  advanceClock(5)
  assert.equal(await check(expired, { isChange: true }), undefined, 'although its signature is tolerated')
})

test('an owner is asked about while announcements are not heard, but can read during an outage', async () => {
  const { check, createToken, identity, announcements } = await startService()
  const token = await createToken()
  const answer = (is_owner: boolean) => ({ status: 200, body: JSON.stringify({ active: true, is_owner }) })
  identity.state.answer = answer(true)
  announcements.areHeard = true
  for (let round = 0; round < 5; round += 1) assert.equal((await check(token))?.isOwner, true)
  assert.equal(identity.asked.length, 1)
  announcements.areHeard = false
  identity.state.answer = { status: 500, body: '{}' }
  for (let round = 0; round < 5; round += 1) assert.equal((await check(token))?.isOwner, true)
  assert.equal(identity.asked.length, 2, 'not asked again for two seconds')
  await assert.rejects(check(token, { isChange: true }), isUnavailable('identity_unavailable', 5))
})

test('a former owner is none at the next check while announcements are not heard', async () => {
  const { check, createToken, identity } = await startService()
  const token = await createToken()
  for (const is_owner of [true, false]) {
    identity.state.answer = { status: 200, body: JSON.stringify({ active: true, is_owner }) }
    assert.equal((await check(token))?.isOwner, is_owner)
  }
})

test('concurrent reads share an introspection; concurrent writes share a later one', async () => {
  const { check, createToken, identity, advanceClock } = await startService()
  const token = await createToken()
  await check(token)
  advanceClock(10)
  const release = identity.pause()
  const reads = Promise.all(Array.from({ length: 10 }, () => check(token)))
  await waitUntil(() => identity.asked.length === 2)
  identity.revoke(token)
  const changes = Promise.all(Array.from({ length: 10 }, () => check(token, { isChange: true })))
  release()
  assert.equal((await reads).filter(Boolean).length, 10)
  assert.equal((await changes).filter(Boolean).length, 0)
  assert.equal(identity.asked.length, 3)
})

test('when a session ends, the next check of its and its user’s tokens introspects again', async () => {
  const { check, createToken, identity, endSession } = await startService()
  const [ended, sameUser, other] = await Promise.all([
    createToken({ sub: '1' }),
    createToken({ sub: '2' }),
    createToken({ sub: '3' }),
  ])
  for (const token of [ended, sameUser, other]) assert.ok(await check(token))
  for (const token of [ended, sameUser, other]) identity.revoke(token)
  await endSession({ digests: [sha256(ended)], sub: '2' })
  assert.equal(await check(ended), undefined)
  assert.equal(await check(sameUser), undefined)
  assert.ok(await check(other))
})

test('an ended session without a user does not affect client tokens', async () => {
  const { check, createToken, identity, endSession } = await startService()
  const token = await createToken({ sub: null as unknown as string })
  await check(token)
  await endSession({ digests: [] })
  assert.equal((await check(token))?.sub, null)
  assert.equal(identity.asked.length, 1)
})

test('an introspection that was pending when a session ended is not cached', async () => {
  const { check, createToken, identity, endSession } = await startService()
  const token = await createToken()
  const release = identity.pause()
  const early = check(token)
  await waitUntil(() => identity.asked.length === 1)
  identity.revoke(token)
  await endSession({ digests: [sha256(token)] })
  release()
  assert.ok(await early)
  assert.equal(await check(token), undefined)
})

test('an instance that cannot receive sign-outs introspects each time and reports it', async () => {
  const { check, createToken, identity, proxy, bus, signOutsHeard } = await startService()
  const token = await createToken()
  await check(token)
  proxy.cut()
  await waitUntil(() => !bus.isListening())
  assert.equal(signOutsHeard(), undefined)
  identity.revoke(token)
  assert.equal(await check(token), undefined)
})

test('while the identity service is down, its last response is valid for reads for five minutes', async () => {
  const { check, createToken, identity, advanceClock } = await startService()
  const [known, unknown] = [await createToken(), await createToken()]
  await check(known)
  await identity.stop()
  advanceClock(299)
  assert.ok(await check(known))
  await assert.rejects(check(known, { isChange: true }), isUnavailable('identity_unavailable', 5))
  await assert.rejects(check(unknown), isUnavailable('identity_unavailable', 5))
  advanceClock(1)
  await assert.rejects(check(known), isUnavailable('identity_unavailable', 5))
})

test('a failing identity service is not called again for two seconds for reads that are still trusted', async () => {
  const { check, createToken, identity, advanceClock } = await startService()
  const token = await createToken()
  await check(token)
  advanceClock(10)
  identity.state.answer = { status: 500, body: '{}' }
  for (let round = 0; round < 5; round += 1) assert.ok(await check(token))
  assert.equal(identity.asked.length, 2)
  identity.state.answer = undefined
  identity.revoke(token)
  advanceClock(2)
  assert.equal(await check(token), undefined)
})

test('a failed question about one token leaves the changes of all others to the next answer', async () => {
  const { check, createToken, identity } = await startService()
  const [failed, revoked, active] = await Promise.all([createToken(), createToken(), createToken()])
  for (const token of [revoked, active]) assert.ok(await check(token))
  identity.state.answer = { status: 500, body: '{}' }
  await assert.rejects(check(failed), isUnavailable('identity_unavailable', 5))
  identity.state.answer = undefined
  identity.revoke(revoked)
  assert.equal(await check(revoked, { isChange: true }), undefined)
  assert.ok(await check(active, { isChange: true }))
})

test('a session that ends during a question that fails is no longer trusted', async () => {
  const { check, createToken, identity, advanceClock, endSession } = await startService()
  const token = await createToken()
  await check(token)
  advanceClock(10)
  identity.state.answer = { status: 500, body: '{}' }
  const release = identity.pause()
  const reading = check(token)
  await waitUntil(() => identity.asked.length === 2)
  await endSession({ digests: [sha256(token)] })
  release()
  await assert.rejects(reading, isUnavailable('identity_unavailable', 5))
})

test('an unexpected introspection response is a temporary error', async () => {
  const { check, createToken, identity } = await startService()
  const token = await createToken()
  for (const answer of [
    { status: 200, body: '{}' },
    { status: 200, body: '<html>' },
    { status: 401, body: '{"active":false}' },
  ]) {
    identity.state.answer = answer
    await assert.rejects(check(token), isUnavailable('identity_unavailable', 5), answer.body)
  }
})

test('failing to fetch the keys is a temporary error', async () => {
  const { check, createToken, identity } = await startService()
  identity.state.keysStatus = 503
  await assert.rejects(check(await createToken()), isUnavailable('identity_unavailable', 5))
  identity.state.keysStatus = 200
  assert.ok(await check(await createToken()))
})

test('a new key is fetched for its first token', async () => {
  const { check, createToken, claims, identity } = await startService()
  await check(await createToken())
  const rotated = await createSigningKey('second')
  identity.publish(rotated)
  assert.ok(await check(await signToken(rotated, claims())))
  assert.equal(identity.state.keyFetches, 2)
})

test('unknown key ids cause one fetch per second', async () => {
  const { check, createToken, claims, identity } = await startService()
  await check(await createToken())
  const forged = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signToken({ ...key, kid: `unknown ${n}` }, claims())),
  )
  const answers = await Promise.all(forged.map(token => check(token)))
  assert.deepEqual(new Set(answers), new Set([undefined]))
  assert.ok(identity.state.keyFetches <= 3, `${identity.state.keyFetches} fetches`)
})

test('a token from the future is a temporary error', async () => {
  const { check, createToken, claims } = await startService()
  assert.ok(
    await check(await createToken({ nbf: Number(claims().nbf) + 20 })),
    'a small difference is tolerated',
  )
  await assert.rejects(
    check(await createToken({ nbf: Number(claims().nbf) + 60 })),
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
