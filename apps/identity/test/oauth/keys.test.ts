import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '@atrium/testing/run-folder'
import { createSigningKeys } from '@atrium/testing/signing-keys'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { cleanUp } from '#tokens/clean-up.ts'
import { rotateSigningKey } from '#tokens/signing-key.commands.ts'
import { advanceClock, freezeClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import { asPerson, createUser, introspect, signIn } from '../people.ts'

function kidOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
}

async function publishedKids({ app }: Pick<Awaited<ReturnType<typeof startIdentity>>, 'app'>) {
  const { keys } = (await app.inject('/.well-known/jwks.json')).json()
  return keys.map(({ kid }: { kid: string }) => kid)
}

test('a rotated key is published first and signs later, and the old one keeps verifying on every instance', async () => {
  const identity = await sharedIdentity()
  const second = await identity.startInstance()
  const person = await createUser(identity)
  const before = await signIn(identity, person)
  const oldKid = kidOf(before.access_token)
  const { kid } = await rotateSigningKey(identity.deps, 300)
  for (const instance of [identity, second]) assert.deepEqual(await publishedKids(instance), [oldKid, kid])

  const meanwhile = await signIn(second, person)
  assert.equal(kidOf(meanwhile.access_token), oldKid)
  advanceClock(identity.deps, 301)
  advanceClock(second.deps, 301)
  const after = await signIn(second, person)
  assert.equal(kidOf(after.access_token), kid)
  for (const { access_token } of [before, meanwhile, after]) {
    assert.equal((await introspect(identity, access_token)).active, true)
  }
})

test('a key that is replaced before its activation never signs', async () => {
  const identity = await sharedIdentity()
  const person = await createUser(identity)
  const { kid: overtaken } = await rotateSigningKey(identity.deps, 3000)
  const { kid } = await rotateSigningKey(identity.deps, 0)
  assert.ok(!(await publishedKids(identity)).includes(overtaken))
  advanceClock(identity.deps, 3001)
  assert.equal(kidOf((await signIn(identity, person)).access_token), kid)
})

test('a retired key loses its private part and is not imported again at the next start', async () => {
  const identity = await sharedIdentity()
  const [oldKid] = await publishedKids(identity)
  const { kid } = await rotateSigningKey(identity.deps, 0)
  advanceClock(identity.deps, 2 * 3600)
  await cleanUp(identity.deps)
  const old = await identity.deps.db
    .selectFrom('signingKeys')
    .selectAll()
    .where('kid', '=', oldKid)
    .executeTakeFirstOrThrow()
  assert.equal(old.privateKey, null)
  const restarted = await identity.startInstance() // its PEM files still contain the old pair
  const person = await createUser(identity)
  assert.equal(kidOf((await signIn(restarted, person)).access_token), kid)
})

test('owners can list keys without their material, and rotate them', async () => {
  const identity = await sharedIdentity()
  const owner = await createUser(identity, 'owner')
  const call = await asPerson(identity, owner)
  const keys = async () => {
    const response = await call('GET', '/oauth/keys')
    assert.doesNotMatch(response.body, /PRIVATE|PUBLIC|privateKey|publicKey/)
    return response.json().items.map(({ kid, status }: Record<string, string>) => [kid, status])
  }
  const [oldKid] = await publishedKids(identity)
  assert.deepEqual(await keys(), [[oldKid, 'signing']])
  const rotated = await call('POST', '/oauth/keys/rotate', { publishedForSeconds: 600 })
  assert.equal(rotated.statusCode, 200, rotated.body)
  const { kid, status, signsFrom, verifiesUntil, ...rest } = rotated.json().item
  assert.deepEqual([status, verifiesUntil, Object.keys(rest)], ['published', null, ['createdAt']])
  assert.ok(Date.parse(signsFrom) > Date.now())
  assert.deepEqual(await publishedKids(identity), [oldKid, kid])
  assert.deepEqual(await keys(), [
    [kid, 'published'],
    [oldKid, 'signing'],
  ])
  advanceClock(identity.deps, 601)
  assert.equal(kidOf((await signIn(identity, owner)).access_token), kid)
  assert.deepEqual(await keys(), [
    [kid, 'signing'],
    [oldKid, 'verifying'],
  ])
  const entries = (await call('GET', '/audit?action=key.rotated')).json().items
  assert.deepEqual([entries[0].actorId, entries[0].details], [owner.id, { kid }])
  advanceClock(identity.deps, 2 * 3600)
  const later = await asPerson(identity, owner)
  assert.equal((await later('GET', '/oauth/keys')).json().items[1].status, 'retired')
  assert.equal((await later('POST', '/oauth/keys/rotate', { publishedForSeconds: -1 })).statusCode, 422)
})

test('a new key signs once every cached copy of the published keys has expired, or at once on request', async () => {
  const identity = await sharedIdentity()
  freezeClock(identity.deps)
  const owner = await createUser(identity, 'owner')
  const call = await asPerson(identity, owner)
  const rotate = (body: object) => call('POST', '/oauth/keys/rotate', body)
  const { headers } = await identity.app.inject('/.well-known/jwks.json')
  const maxAge = Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1])
  assert.ok(maxAge > 0)
  assert.equal((await rotate({ publishedForSeconds: maxAge - 1 })).statusCode, 422)
  const { kid: next, signsFrom } = (await rotate({})).json().item
  assert.ok(Date.parse(signsFrom) >= identity.deps.now().getTime() + maxAge * 1000)
  assert.notEqual(kidOf((await signIn(identity, owner)).access_token), next)
  const urgent = (await rotate({ now: true })).json().item
  assert.equal(urgent.status, 'signing')
  assert.equal(kidOf((await signIn(identity, owner)).access_token), urgent.kid)
  advanceClock(identity.deps, maxAge + 1)
  assert.equal(kidOf((await signIn(identity, owner)).access_token), urgent.kid, 'not the replaced one')
})

test('a key that signs at once waits until every instance publishes it', async () => {
  const identity = await startIdentity()
  const second = await identity.startInstance()
  const person = await createUser(identity)
  const [oldKid] = await publishedKids(identity)
  const { promise: kidMeanwhile, resolve, reject } = Promise.withResolvers<string>()
  let isFirst = true
  second.deps.bus.onMessage(async message => {
    if (!isFirst || (message as { name: string }).name !== 'SigningKeysChanged') return
    isFirst = false
    // While this instance handles the message, the others must not use the key.
    await waitUntil(async () => (await publishedKids(identity)).length === 2)
    await signIn(identity, person).then(({ access_token }) => resolve(kidOf(access_token)), reject)
  })
  const { kid } = await rotateSigningKey(identity.deps, 0)
  assert.equal(await kidMeanwhile, oldKid)
  assert.equal(kidOf((await signIn(identity, person)).access_token), kid)
})

test('an instance that missed a rotation accepts and publishes the new key', async () => {
  const identity = await startIdentity()
  const deaf = await identity.startInstance()
  await deaf.deps.bus.close()
  const { kid } = await rotateSigningKey(identity.deps, 0)
  const { access_token } = await signIn(identity, await createUser(identity))
  assert.equal(kidOf(access_token), kid)
  assert.equal((await introspect(deaf, access_token)).active, true)
  assert.ok((await publishedKids(deaf)).includes(kid))
})

test('known keys are published while the database is unavailable', async () => {
  const { deps, app } = await startIdentity()
  const known = await publishedKids({ app })
  await deps.bus.close()
  await sql`alter table signing_keys rename to hidden_keys`.execute(deps.db)
  assert.deepEqual(await publishedKids({ app }), known)
  await sql`alter table hidden_keys rename to signing_keys`.execute(deps.db)
})

test('a failure to read the keys is reported and retried', async () => {
  const { deps, app } = await startIdentity()
  const reported: string[] = []
  deps.log.error = (...[, message]: unknown[]) => void reported.push(String(message))
  await sql`alter table signing_keys rename to hidden_keys`.execute(deps.db)
  await deps.bus.publish({ name: 'SigningKeysChanged' })
  await waitUntil(() => reported.includes('the signing keys could not be read'))
  await sql`update hidden_keys set verifies_until = now() - interval '1 minute'`.execute(deps.db)
  await sql`alter table hidden_keys rename to signing_keys`.execute(deps.db)
  await waitUntil(async () => (await publishedKids({ app })).length === 0)
})

test('a stopped service does not read keys', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { deps, app } = await startIdentity()
  const reported: unknown[] = []
  deps.log.error = (...parts: unknown[]) => void reported.push(parts)
  await app.close()
  let isAsked = false
  deps.db.selectFrom = () => {
    isAsked = true
    throw new Error('closed')
  }
  t.mock.timers.tick(120_000)
  assert.deepEqual([isAsked, reported], [false, []])
})

test('private keys are stored encrypted', async () => {
  const identity = await sharedIdentity()
  const [stored] = await identity.deps.db.selectFrom('signingKeys').select('privateKey').execute()
  const content = Buffer.from(stored?.privateKey ?? '', 'base64')
  assert.ok(content.length > 1000)
  assert.ok(!content.toString('latin1').includes('\x30\x82'.repeat(2)))
  assert.ok(!stored?.privateKey?.includes('PRIVATE'))
})

for (const [name, keys, sentence] of [
  [
    'a missing file',
    { OAUTH2_PRIVATE_KEY_PATH: '/nowhere/private.pem' },
    /OAUTH2_PRIVATE_KEY_PATH names a file that cannot be read/,
  ],
  [
    'a damaged file',
    { OAUTH2_PRIVATE_KEY_PATH: damagedFile() },
    /OAUTH2_PRIVATE_KEY_PATH must name an RSA key/,
  ],
  ['a key of 1024 bits', smallPair(), /at least 2048 bits/],
  [
    'keys of two different pairs',
    { OAUTH2_PUBLIC_KEY_PATH: createSigningKeys().OAUTH2_PUBLIC_KEY_PATH },
    /are not a pair/,
  ],
] as [string, Record<string, string>, RegExp][]) {
  test(`${name} prevents the start with a clear message`, async () => {
    await assert.rejects(startIdentity(keys), { message: sentence })
  })
}

function damagedFile() {
  const file = join(createFolder('keys'), 'private.pem')
  writeFileSync(file, '-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----\n')
  return file
}

function smallPair() {
  const folder = createFolder('keys')
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return {
    OAUTH2_PUBLIC_KEY_PATH: join(folder, 'public.pem'),
    OAUTH2_PRIVATE_KEY_PATH: join(folder, 'private.pem'),
  }
}
