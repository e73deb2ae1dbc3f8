import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, settleTables } from '@atrium/testing/query-plans'
import { sql } from 'kysely'
import { cleanUp, expiredTokens } from '#tokens/clean-up.ts'
import { obtainCode, redeem } from '../authorize-flow.ts'
import { advanceClock, freezeClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import { createUser, introspect, registerClient, signIn, tokenRequest } from '../people.ts'

const tables = [
  'accessTokens',
  'refreshTokens',
  'tokenFamilies',
  'authorizationCodes',
  'usedFormTokens',
  'signInFailures',
] as const

test('expired records are removed, valid ones stay', async () => {
  const identity = await sharedIdentity()
  const { deps } = identity
  const person = await createUser(identity)
  const client = await registerClient(identity)
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  const { refresh_token } = (await redeem(identity, client, { code })).json()
  await identity.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: 'wrong' },
  })
  await cleanUp(deps)
  for (const table of tables) assert.ok((await count(table)) > 0, `${table} was cleaned up too early`)

  advanceClock(deps, 25 * 3600)
  await cleanUp(deps)
  assert.deepEqual(await Promise.all(tables.slice(3).map(count)), [0, 0, 0])
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const refreshed = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token,
    ...credentials,
  })
  assert.equal(refreshed.statusCode, 200, 'a valid refresh token outlives its access token')

  advanceClock(deps, 31 * 86_400)
  const living = await signIn(identity, person)
  await cleanUp(deps)
  assert.deepEqual(await Promise.all(tables.slice(0, 3).map(count)), [1, 1, 1])
  assert.equal((await introspect(identity, living.access_token)).active, true)

  async function count(table: (typeof tables)[number]) {
    const { total } = await deps.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
})

test('expired tokens with a valid refresh token are skipped by an index', async () => {
  const { deps, ...identity } = await startIdentity()
  const person = await createUser({ deps, ...identity })
  await signIn(identity, person)
  await sql`
    with family as (
      insert into token_families (user_id, client_id, scope) select user_id, client_id, scope from token_families limit 1
      returning *
    ), access as (
      insert into access_tokens (token_id, user_id, client_id, family_id, access_token, expires_at, keep_until, scope)
      select n, user_id, client_id, id, lpad(n::text, 64, '0'), now() - interval '1 hour',
        now() + case when n <= 10 then interval '-1 second' else interval '29 days' end, scope
      from family, generate_series(1, 20000) as n returning id
    )
    insert into refresh_tokens (access_token_id, refresh_token, expires_at)
    select id, lpad(id::text, 64, '0'), now() + interval '29 days' from access`.execute(deps.db)
  await settleTables(deps.db, 'access_tokens')
  const steps = await explain(deps.db, expiredTokens(deps.now().toISOString()).compile(deps.db))
  assert.ok(
    steps.some(step => step['Index Name'] === 'access_tokens_keep_until_idx'),
    JSON.stringify(steps),
  )
  assert.ok(steps.every(step => [undefined, 'access_tokens'].includes(step['Relation Name'])))
  await cleanUp(deps)
  const { total } = await deps.db
    .selectFrom('accessTokens')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  assert.equal(total, 1 + 20_000 - 10)
})

test('tokens are kept as long as their code or refresh token can be replayed', async () => {
  const identity = await sharedIdentity()
  const { deps } = identity
  freezeClock(deps)
  const client = await registerClient(identity)
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })
  const { refresh_token } = await signIn(identity, await createUser(identity))
  advanceClock(deps, 60)
  await Promise.all(
    Array.from({ length: 3 }, () =>
      identity.app.inject({ method: 'POST', url: '/auth/refresh', cookies: { refresh_token } }),
    ),
  )
  const { rows } = await sql<{ kept: string }>`
    select case when keep_until = access_tokens.expires_at then 'own' when keep_until = refresh_tokens.expires_at
      then 'refresh' end as kept
    from access_tokens left join refresh_tokens on refresh_tokens.access_token_id = access_tokens.id
    order by kept`.execute(deps.db)
  assert.deepEqual(
    rows.map(({ kept }) => kept),
    ['own', 'own', 'own', 'refresh', 'refresh'],
  )
})

test('rows are removed in small batches', async () => {
  const { deps } = await startIdentity()
  const expiresAt = new Date(Date.now() - 1000).toISOString()
  const rows = Array.from({ length: 3500 }, (_, index) => ({
    token: String(index).padStart(64, '0'),
    expiresAt,
  }))
  await deps.db.insertInto('usedFormTokens').values(rows).execute()
  await cleanUp(deps)
  assert.deepEqual(await deps.db.selectFrom('usedFormTokens').selectAll().execute(), [])
})
