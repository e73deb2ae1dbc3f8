import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { obtainCode, redeem } from './authorize-flow.ts'
import { startIdentity } from './identity-service.ts'
import {
  as,
  asPerson,
  createUser,
  goodPassword,
  introspect,
  registerClient,
  signIn,
  tokenRequest,
} from './people.ts'

const identity = await startIdentity()
const person = await createUser(identity)
const client = await registerClient(identity)
const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }

async function issueTokens() {
  const form = { grant_type: 'password', username: person.email, password: person.password }
  return (await tokenRequest(identity, { ...form, ...credentials })).json()
}

function revoke(form: Record<string, string>) {
  return identity.app.inject({
    method: 'POST',
    url: '/token/revoke',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...credentials, ...form }).toString(),
  })
}

test('a revoked access or refresh token ends the sign-in that it came from', async () => {
  for (const kind of ['access_token', 'refresh_token']) {
    const pair = await issueTokens()
    assert.equal((await revoke({ token: pair[kind], token_type_hint: kind })).statusCode, 200)
    assert.equal((await introspect(identity, pair.access_token)).active, false)
    const form = { grant_type: 'refresh_token', refresh_token: pair.refresh_token, ...credentials }
    assert.equal((await tokenRequest(identity, form)).json().error, 'invalid_grant')
  }
})

test('a client’s own token is revoked alone', async () => {
  const { access_token } = (
    await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })
  ).json()
  assert.equal((await revoke({ token: access_token })).statusCode, 200)
  assert.equal((await introspect(identity, access_token)).active, false)
})

test('an unknown token is no error, another client’s token stays', async () => {
  for (const token of ['unknown', 'x'.repeat(10_000)]) assert.equal((await revoke({ token })).statusCode, 200)
  const thief = await registerClient(identity)
  const pair = await issueTokens()
  const theft = {
    token: pair.access_token,
    client_id: thief.clientId,
    client_secret: thief.clientSecret ?? '',
  }
  assert.equal((await revoke(theft)).statusCode, 200)
  assert.equal((await introspect(identity, pair.access_token)).active, true)
})

test('without a client or a token it is refused', async () => {
  assert.equal((await revoke({ token: 'x', client_secret: 'wrong' })).statusCode, 401)
  assert.equal((await revoke({})).json().error, 'invalid_request')
})

test('a user who has signed in more often than a statement has parameters is signed out everywhere', async () => {
  const { access_token } = await signIn(identity, person)
  await identity.deps.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // to check each reference would take longest
    await sql`insert into token_families (user_id, client_id, scope)
      select ${person.id}, 1, 'user:read' from generate_series(1, 66000)`.execute(tx)
  })
  assert.equal((await as(identity, access_token)('POST', '/auth/logout-all')).statusCode, 200)
  const { rows } =
    await sql`select from token_families where user_id = ${person.id} and revoked_at is null`.execute(
      identity.deps.db,
    )
  assert.equal(rows.length, 0)
})

test('what ends every sign-in of a user ends the codes that wait to be redeemed', async () => {
  const password = { password: 'another long passphrase', currentPassword: goodPassword }
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  const endings = {
    'logging out everywhere': ({ call }: Waiting) => call('POST', '/auth/logout-all'),
    'ending the sessions': ({ call, id }: Waiting) => call('DELETE', `/users/${id}/sessions`),
    'a new password': ({ call, id }: Waiting) => call('POST', `/users/${id}/passport-change`, password),
    'an administrator': ({ id }: Waiting) => owner('DELETE', `/users/${id}/sessions`),
  }
  for (const [name, end] of Object.entries(endings)) {
    const waiting = await requestCode()
    assert.equal((await end(waiting)).statusCode, 200, name)
    const response = await redeem(identity, client, { code: waiting.code })
    assert.equal(response.json().error, 'invalid_grant', name)
  }
})

type Waiting = Awaited<ReturnType<typeof requestCode>>

async function requestCode() {
  const somebody = await createUser(identity)
  const { code } = await obtainCode(identity, somebody, { client_id: client.clientId })
  const { access_token } = await signIn(identity, somebody)
  return { id: somebody.id, code, call: as(identity, access_token) }
}

test('logging out everywhere ends every token of a client that asks, and no other client’s', async () => {
  const client = await registerClient(identity)
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const grant = { grant_type: 'client_credentials', ...credentials }
  const tokens = await Promise.all([tokenRequest(identity, grant), tokenRequest(identity, grant)])
  const [first, other] = tokens.map(response => response.json().access_token)
  const person = await createUser(identity)
  const login = { grant_type: 'password', username: person.email, password: person.password, ...credentials }
  const ofUser = (await tokenRequest(identity, login)).json()
  const elsewhere = await signIn(identity, person)
  const response = await as(identity, first)('POST', '/auth/logout-all')
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().data.revoked, 3)
  for (const token of [first, other, ofUser.access_token])
    assert.equal((await introspect(identity, token)).active, false)
  const refresh = { grant_type: 'refresh_token', refresh_token: ofUser.refresh_token, ...credentials }
  assert.equal((await tokenRequest(identity, refresh)).json().error, 'invalid_grant')
  assert.equal((await introspect(identity, elsewhere.access_token)).active, true)
  assert.equal((await tokenRequest(identity, grant)).statusCode, 200)
})

test('introspection of an unreadable body, or without a token, is 400; whatever can be read is 200', async () => {
  const ask = (payload: string, contentType = 'application/json') =>
    identity.app.inject({
      method: 'POST',
      url: '/token/introspect',
      payload,
      headers: { 'content-type': contentType },
    })
  const form = 'application/x-www-form-urlencoded'
  for (const response of [
    await ask('{"token":'),
    await ask('{}'),
    await ask('[]'),
    await ask('"token"'),
    await ask('{"token":5}'),
    await ask(''),
    await ask('', form),
    await ask('hint=x', form),
  ]) {
    assert.equal(response.statusCode, 400, response.body)
    assert.equal(response.json().error, 'invalid_request')
  }
  for (const response of [
    await ask('{"token":""}'),
    await ask('{"token":"?"}'),
    await ask('token=x', form),
  ]) {
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json().active, false)
  }
})
