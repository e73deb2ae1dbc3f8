import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentity } from './identity-service.ts'
import { aClient, aUser, introspect, tokenRequest } from './people.ts'

const identity = await startIdentity()
const person = await aUser(identity)
const client = await aClient(identity)
const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }

async function aPair() {
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
    const pair = await aPair()
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
  const thief = await aClient(identity)
  const pair = await aPair()
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
