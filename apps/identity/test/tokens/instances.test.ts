import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { setClientActive } from '#oauth/clients/client.commands.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, introspect, registerClient, signIn, tokenRequest } from '../people.ts'

const first = await sharedIdentity()
const second = await first.startInstance()
const person = await createUser(first)

const ROUNDS = Number(process.env.SIGN_OUTS ?? 8)

test(`signing out on one instance affects the next check on another, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { access_token } = await signIn(first, person)
    assert.equal((await introspect(second, access_token)).active, true)
    await as(first, access_token)('POST', '/auth/logout')
    assert.equal((await introspect(second, access_token)).active, false)
  }
})

test('signing out everywhere and disabling a client affect other instances', async () => {
  const sessions = [await signIn(first, person), await signIn(second, person)]
  for (const { access_token } of sessions) assert.equal((await introspect(second, access_token)).active, true)
  await as(first, sessions[0]?.access_token ?? '')('POST', '/auth/logout-all')
  for (const { access_token } of sessions)
    assert.equal((await introspect(second, access_token)).active, false)

  const client = await registerClient(first)
  const form = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  }
  const { access_token } = (await tokenRequest(first, form)).json()
  assert.equal((await introspect(second, access_token)).active, true)
  await setClientActive(first.deps, client.clientId, false)
  assert.equal((await introspect(second, access_token)).active, false)
})

test('a checked token is cached, so the next check needs no query', async () => {
  const { access_token } = await signIn(first, person)
  await introspect(second, access_token)
  await first.deps.db.transaction().execute(async tx => {
    await sql`lock table access_tokens in access exclusive mode`.execute(tx)
    for (let round = 0; round < 20; round += 1)
      assert.equal((await introspect(second, access_token)).active, true)
  })
})

test('an instance that cannot receive revocations reads the database, and reconnects automatically', async () => {
  const { access_token } = await signIn(first, person)
  assert.equal((await introspect(second, access_token)).active, true)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'atrium_identity listener' and datname = current_database()`.execute(
    first.deps.db,
  )
  await waitUntil(() => !second.deps.bus.isListening())
  await first.deps.db.updateTable('accessTokens').set({ revokedAt: new Date().toISOString() }).execute()
  assert.equal((await introspect(second, access_token)).active, false)

  await waitUntil(() => first.deps.bus.isListening() && second.deps.bus.isListening())
  const again = await signIn(first, person)
  assert.equal((await introspect(second, again.access_token)).active, true)
  await as(first, again.access_token)('POST', '/auth/logout')
  assert.equal((await introspect(second, again.access_token)).active, false)
})
