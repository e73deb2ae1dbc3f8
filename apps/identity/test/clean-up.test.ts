import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanUp } from '#tokens/clean-up.ts'
import { obtainCode, redeem } from './authorize-flow.ts'
import { advanceClock, startIdentity } from './identity-service.ts'
import { aClient, aUser, introspect, signIn, tokenRequest } from './people.ts'

const tables = [
  'accessTokens',
  'refreshTokens',
  'tokenFamilies',
  'authorizationCodes',
  'usedFormTokens',
  'signInFailures',
] as const

test('what is past its time is removed, what is alive stays', async () => {
  const identity = await startIdentity()
  const { deps } = identity
  const person = await aUser(identity)
  const client = await aClient(identity)
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  const { refresh_token } = (await redeem(identity, client, { code })).json()
  await identity.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: 'wrong' },
  })
  await cleanUp(deps)
  for (const table of tables) assert.ok((await count(table)) > 0, `${table} was emptied too early`)

  advanceClock(deps, 25 * 3600)
  await cleanUp(deps)
  assert.deepEqual(await Promise.all(tables.slice(3).map(count)), [0, 0, 0])
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const refreshed = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token,
    ...credentials,
  })
  assert.equal(refreshed.statusCode, 200, 'a living refresh token outlives its access token')

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

test('thousands of rows go in small batches', async () => {
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
