import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import { createRefreshTokenReader } from '#tokens/token.queries.ts'
import { advanceClock, freezeClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import { createUser, introspect, registerClient, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const person = await createUser(identity)
const client = await registerClient(identity)
const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }

async function start(scope = 'user:read user:write') {
  const form = { grant_type: 'password', username: person.email, password: person.password, scope }
  return (await tokenRequest(identity, { ...form, ...credentials })).json()
}

function refresh(
  refresh_token: string,
  more: Record<string, string> = {},
  instance: Pick<typeof identity, 'app'> = identity,
) {
  return tokenRequest(instance, { grant_type: 'refresh_token', refresh_token, ...credentials, ...more })
}

test('each use rotates the token, and only digests are stored', async () => {
  const first = await start()
  const second = (await refresh(first.refresh_token)).json()
  const third = (await refresh(second.refresh_token)).json()
  assert.equal(new Set([first.refresh_token, second.refresh_token, third.refresh_token]).size, 3)
  const stored = await identity.deps.db.selectFrom('refreshTokens').select('refreshToken').execute()
  assert.ok(stored.every(({ refreshToken }) => /^[0-9a-f]{64}$/.test(refreshToken)))
})

test('20 concurrent refreshes of a token on two instances all return the same successor', async () => {
  const second = await identity.startInstance()
  const { refresh_token } = await start()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refresh(refresh_token, {}, index % 2 ? identity : second)),
  )
  assert.ok(responses.every(({ statusCode }) => statusCode === 200))
  const successors = new Set(responses.map(response => response.json().refresh_token))
  assert.equal(successors.size, 1)
  for (const response of responses)
    assert.equal((await introspect(identity, response.json().access_token)).active, true)
  const [successor = ''] = successors
  assert.equal((await refresh(successor)).statusCode, 200)
})

test('concurrent refreshes of many sessions return the successor of each', async () => {
  const sessions = await Promise.all(Array.from({ length: 10 }, () => start()))
  const uses = [...sessions, ...sessions].map(({ refresh_token }) => refresh(refresh_token))
  const answers = (await Promise.all(uses)).map(response => response.json())
  const successors = answers.map(({ refresh_token }) => refresh_token)
  assert.deepEqual(successors.slice(10), successors.slice(0, 10))
  assert.equal(new Set(successors).size, 10)
  assert.equal(new Set(answers.map(({ access_token }) => access_token)).size, 20)
  for (const successor of successors.slice(0, 10)) assert.equal((await refresh(successor)).statusCode, 200)
})

test('refresh tokens are read with the same plan, however many are read at once', async () => {
  const plans = await identity.deps.db.connection().execute(async db => {
    const find = createRefreshTokenReader(db)
    for (let count = 1; count <= 10; count += 1)
      await Promise.all(Array.from({ length: count }, () => find('0'.repeat(64))))
    return sql`
      select custom_plans from pg_prepared_statements where statement like ${'%as wanted (digest)%'}`.execute(
      db,
    )
  })
  assert.deepEqual(plans.rows, [{ customPlans: 5 }], 'PostgreSQL tries that many before it reuses one')
})

test('revoking a token family blocks only its own refreshes', async () => {
  const { db } = identity.deps
  const ending = await start()
  const { id } = await db
    .selectFrom('tokenFamilies')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const others = [await start(), await start(), await start()]
  const held: ReturnType<typeof refresh>[] = []
  await db.transaction().execute(async tx => {
    await revokeFamily(tx, id, new Date())
    held.push(refresh(ending.refresh_token), refresh(ending.refresh_token))
    for (const { refresh_token } of others) assert.equal((await refresh(refresh_token)).statusCode, 200)
  })
  for (const response of await Promise.all(held)) assert.equal(response.json().error, 'invalid_grant')
})

test('a token reused after the grace period revokes the whole family', async () => {
  const late = await startIdentity()
  freezeClock(late.deps)
  const latePerson = await createUser(late)
  const lateClient = await registerClient(late)
  const lateCredentials = { client_id: lateClient.clientId, client_secret: lateClient.clientSecret ?? '' }
  const password = { grant_type: 'password', username: latePerson.email, password: latePerson.password }
  const first = (await tokenRequest(late, { ...password, ...lateCredentials })).json()
  const use = (token: string) =>
    tokenRequest(late, { grant_type: 'refresh_token', refresh_token: token, ...lateCredentials })
  const second = (await use(first.refresh_token)).json()
  advanceClock(late.deps, 29)
  assert.equal((await use(first.refresh_token)).json().refresh_token, second.refresh_token)
  advanceClock(late.deps, 2)
  assert.equal((await use(first.refresh_token)).json().error, 'invalid_grant')
  assert.equal((await use(second.refresh_token)).json().error, 'invalid_grant')
  assert.equal((await introspect(late, second.access_token)).active, false)
  assert.equal((await introspect(late, first.access_token)).active, false)
})

test('a family expires 30 days after its last use and after 90 days at the latest', async () => {
  const late = await startIdentity()
  const latePerson = await createUser(late)
  const lateClient = await registerClient(late)
  const lateCredentials = { client_id: lateClient.clientId, client_secret: lateClient.clientSecret ?? '' }
  const password = { grant_type: 'password', username: latePerson.email, password: latePerson.password }
  const start = async () =>
    (await tokenRequest(late, { ...password, ...lateCredentials })).json().refresh_token
  const use = (token: string) =>
    tokenRequest(late, { grant_type: 'refresh_token', refresh_token: token, ...lateCredentials })
  const idle = await start()
  let busy = await start()
  for (let days = 0; days < 87; days += 29) {
    advanceClock(late.deps, 29 * 86_400)
    const response = await use(busy)
    assert.equal(response.statusCode, 200)
    busy = response.json().refresh_token
  }
  assert.equal((await use(idle)).json().error, 'invalid_grant')
  advanceClock(late.deps, 4 * 86_400)
  assert.equal((await use(busy)).json().error, 'invalid_grant')
})

test('a token of another client is refused without affecting its owner', async () => {
  const { refresh_token } = await start()
  const thief = await registerClient(identity)
  const theft = await refresh(refresh_token, {
    client_id: thief.clientId,
    client_secret: thief.clientSecret ?? '',
  })
  assert.equal(theft.json().error, 'invalid_grant')
  assert.equal((await refresh(refresh_token)).statusCode, 200)
})

test('scopes can be narrowed but not widened', async () => {
  const { refresh_token } = await start('user:read')
  assert.equal(
    (await refresh(refresh_token, { scope: 'user:read user:write' })).json().error,
    'invalid_scope',
  )
  const both = await start()
  const narrowed = (await refresh(both.refresh_token, { scope: 'user:read' })).json()
  assert.equal(narrowed.scope, 'user:read')
})

test('an invalid token is invalid_grant', async () => {
  assert.equal((await refresh('garbage')).json().error, 'invalid_grant')
})
