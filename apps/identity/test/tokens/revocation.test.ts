import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { obtainCode, redeem } from '../authorize-flow.ts'
import { sharedIdentity } from '../identity-service.ts'
import {
  as,
  asPerson,
  createUser,
  goodPassword,
  introspect,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await sharedIdentity()
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

test('revoking an access or refresh token ends its session', async () => {
  for (const kind of ['access_token', 'refresh_token']) {
    const pair = await issueTokens()
    assert.equal((await revoke({ token: pair[kind], token_type_hint: kind })).statusCode, 200)
    assert.equal((await introspect(identity, pair.access_token)).active, false)
    const form = { grant_type: 'refresh_token', refresh_token: pair.refresh_token, ...credentials }
    assert.equal((await tokenRequest(identity, form)).json().error, 'invalid_grant')
  }
})

test('revoking a client token affects no other token', async () => {
  const { access_token } = (
    await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })
  ).json()
  assert.equal((await revoke({ token: access_token })).statusCode, 200)
  assert.equal((await introspect(identity, access_token)).active, false)
})

test('revoking an unknown token is not an error, and tokens of other clients stay valid', async () => {
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

test('revocation requires a client and a token', async () => {
  assert.equal((await revoke({ token: 'x', client_secret: 'wrong' })).statusCode, 401)
  assert.equal((await revoke({})).json().error, 'invalid_request')
})

test('signing out everywhere works with more sessions than a statement can have parameters', async () => {
  const { access_token } = await signIn(identity, person)
  await identity.deps.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // checking each reference would be slow
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

test('ending all sessions of a user invalidates pending codes', async () => {
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
  const user = await createUser(identity)
  const { code } = await obtainCode(identity, user, { client_id: client.clientId })
  const { access_token } = await signIn(identity, user)
  return { id: user.id, code, call: as(identity, access_token) }
}

test('signing out everywhere as a client revokes all its tokens and no others', async () => {
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

test('introspection returns 400 for a malformed body or a missing token, and 200 otherwise', async () => {
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
