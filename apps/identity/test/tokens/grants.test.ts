import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setClientActive } from '#oauth/clients/client.commands.ts'
import { createChallenge, obtainCode, redeem } from '../authorize-flow.ts'
import { advanceClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import { createUser, introspect, registerClient, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const person = await createUser(identity)
const client = await registerClient(identity)
const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }

test('client_credentials issues a token without a user and without a refresh token', async () => {
  const response = await tokenRequest(identity, {
    grant_type: 'client_credentials',
    scope: 'user:read',
    ...credentials,
  })
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['cache-control'], 'no-store')
  const body = response.json()
  assert.equal(body.token_type, 'Bearer')
  assert.equal(body.expires_in, 3600)
  assert.equal(body.scope, 'user:read')
  assert.equal('refresh_token' in body, false)
  assert.equal(body.data.refresh_token, null)
  assert.equal(body.data.access_token, body.access_token)
  assert.equal(typeof body.message, 'string')
  const { data } = await introspect(identity, body.access_token)
  assert.equal(data.sub, null)
  assert.equal(data.sub_type, 'client')
})

test('without a scope the client gets all its scopes', async () => {
  const { scope } = (
    await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })
  ).json()
  assert.equal(scope, 'user:read user:write')
})

test('a code can be redeemed once, with matching client, redirect URI and verifier', async () => {
  const { verifier, challenge } = createChallenge()
  const pkce = {
    client_id: client.clientId,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'user:read',
  }
  const { code } = await obtainCode(identity, person, pkce)
  const refusals = [
    { code: 'unknown', code_verifier: verifier },
    { code, code_verifier: createChallenge().verifier },
    { code, code_verifier: 'too short' },
    { code },
    { code, code_verifier: verifier, redirect_uri: 'https://app.example.org/other' },
  ]
  for (const refusal of refusals) {
    const response = await redeem(identity, client, refusal as Record<string, string>)
    assert.equal(response.statusCode, 400)
    assert.equal(response.json().error, 'invalid_grant')
  }
  const other = await registerClient(identity)
  assert.equal(
    (await redeem(identity, other, { code, code_verifier: verifier })).json().error,
    'invalid_grant',
  )

  const success = await redeem(identity, client, { code, code_verifier: verifier })
  assert.equal(success.statusCode, 200)
  const { access_token, refresh_token, scope } = success.json()
  assert.equal(scope, 'user:read')
  assert.equal((await introspect(identity, access_token)).data.sub, String(person.id))

  const again = await redeem(identity, client, { code, code_verifier: verifier })
  assert.equal(again.json().error, 'invalid_grant')
  assert.equal((await introspect(identity, access_token)).active, false)
  const refreshed = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token,
    ...credentials,
  })
  assert.equal(refreshed.json().error, 'invalid_grant')
})

test('a verifier without a challenge is refused', async () => {
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  const response = await redeem(identity, client, { code, code_verifier: createChallenge().verifier })
  assert.equal(response.json().error, 'invalid_grant')
})

test('a public client redeems its code without a secret', async () => {
  const publicClient = await registerClient(identity, {
    isPublic: true,
    grantTypes: 'authorization_code refresh_token',
  })
  const { verifier, challenge } = createChallenge()
  const pkce = { client_id: publicClient.clientId, code_challenge: challenge, code_challenge_method: 'S256' }
  const { code } = await obtainCode(identity, person, pkce)
  const response = await redeem(identity, publicClient, { code, code_verifier: verifier })
  assert.equal(response.statusCode, 200, response.body)
})

test('of 50 concurrent redemptions of a code on two instances exactly one succeeds', async () => {
  const second = await identity.startInstance()
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => redeem(index % 2 ? identity : second, client, { code })),
  )
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1)
  assert.ok(responses.every(({ statusCode }) => statusCode === 200 || statusCode === 400))
})

test('a code expires', async () => {
  const late = await startIdentity()
  const latePerson = await createUser(late)
  const lateClient = await registerClient(late)
  const { code } = await obtainCode(late, latePerson, { client_id: lateClient.clientId })
  advanceClock(late.deps, 601)
  assert.equal((await redeem(late, lateClient, { code })).json().error, 'invalid_grant')
})

test('the password grant is only for clients that have it', async () => {
  const form = { grant_type: 'password', username: person.email, password: person.password }
  const response = await tokenRequest(identity, { ...form, ...credentials })
  assert.equal(response.statusCode, 200)
  assert.ok(response.json().refresh_token)
  const wrong = await tokenRequest(identity, { ...form, password: 'wrong password', ...credentials })
  assert.equal(wrong.statusCode, 400)
  assert.equal(wrong.json().error, 'invalid_grant')
  const other = await registerClient(identity, { grantTypes: 'client_credentials', redirectUris: [] })
  const refused = await tokenRequest(identity, {
    ...form,
    client_id: other.clientId,
    client_secret: other.clientSecret ?? '',
  })
  assert.equal(refused.json().error, 'unauthorized_client')
})

for (const [name, form, headers, status, error] of [
  ['no grant_type', {}, {}, 400, 'invalid_request'],
  ['an unknown grant_type', { grant_type: 'implicit' }, {}, 400, 'unsupported_grant_type'],
  [
    'a grant_type that is an Object property',
    { grant_type: 'constructor' },
    {},
    400,
    'unsupported_grant_type',
  ],
  ['a wrong secret', { grant_type: 'client_credentials', client_secret: 'wrong' }, {}, 401, 'invalid_client'],
  [
    'an unknown client',
    { grant_type: 'client_credentials', client_id: 'unknown' },
    {},
    401,
    'invalid_client',
  ],
  ['a missing secret', { grant_type: 'client_credentials', client_secret: '' }, {}, 401, 'invalid_client'],
  [
    'a scope that is not allowed',
    { grant_type: 'client_credentials', scope: 'system:manage' },
    {},
    400,
    'invalid_scope',
  ],
  ['a scope in any script', { grant_type: 'client_credentials', scope: '"всё"\\' }, {}, 400, 'invalid_scope'],
  [
    'Basic and a form secret',
    { grant_type: 'client_credentials' },
    { authorization: basic() },
    400,
    'invalid_request',
  ],
  ['no code', { grant_type: 'authorization_code' }, {}, 400, 'invalid_request'],
  ['no refresh_token', { grant_type: 'refresh_token' }, {}, 400, 'invalid_request'],
] as [string, Record<string, string>, Record<string, string>, number, string][]) {
  test(`${name} returns ${status} ${error}`, async () => {
    const response = await tokenRequest(identity, { ...credentials, ...form }, headers)
    assert.equal(response.statusCode, status, response.body)
    const body = response.json()
    assert.equal(body.error, error)
    assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    assert.equal(response.headers['cache-control'], 'no-store')
    if (status === 401) assert.match(String(response.headers['www-authenticate']), /^Basic/)
  })
}

test('HTTP Basic authenticates a client, a secret in the URL does not', async () => {
  const good = await tokenRequest(identity, { grant_type: 'client_credentials' }, { authorization: basic() })
  assert.equal(good.statusCode, 200, good.body)
  const inAddress = await identity.app.inject({
    method: 'POST',
    url: `/token?client_secret=${client.clientSecret}`,
    payload: { grant_type: 'client_credentials', client_id: client.clientId },
  })
  assert.equal(inAddress.json().error, 'invalid_request')
})

test('a repeated parameter, malformed JSON and an unknown content type are invalid_request, GET returns 405', async () => {
  const { app } = identity
  const url = '/token'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const repeated = await app.inject({
    method: 'POST',
    url,
    headers: form,
    payload: 'grant_type=a&grant_type=b&client_id=x',
  })
  assert.equal(repeated.statusCode, 400)
  assert.equal(repeated.json().error, 'invalid_request')
  const broken = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  assert.equal(broken.statusCode, 400)
  assert.equal(broken.json().error, 'invalid_request')
  const foreign = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  })
  assert.equal(foreign.statusCode, 415)
  const get = await app.inject({ method: 'GET', url })
  assert.equal(get.statusCode, 405)
  assert.equal(get.headers.allow, 'POST')
})

test('a disabled client is invalid_client, and its tokens are revoked', async () => {
  const off = await registerClient(identity)
  const form = {
    grant_type: 'client_credentials',
    client_id: off.clientId,
    client_secret: off.clientSecret ?? '',
  }
  const { access_token } = (await tokenRequest(identity, form)).json()
  assert.equal((await introspect(identity, access_token)).active, true)
  await setClientActive(identity.deps, off.clientId, false)
  assert.equal((await introspect(identity, access_token)).active, false)
  assert.equal((await tokenRequest(identity, form)).json().error, 'invalid_client')
  await setClientActive(identity.deps, off.clientId, true)
  assert.equal((await introspect(identity, access_token)).active, false)
  assert.equal((await tokenRequest(identity, form)).statusCode, 200)
})

function basic() {
  return `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`
}
