import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientClaim } from '#oauth/clients/client-claim.contract.ts'
import { sharedIdentity } from '../identity-service.ts'
import { claimsOf, registerRelyingParty, signInTo, userInfo } from '../openid-flow.ts'
import { as, asPerson, createConfirmedUser, createUser, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const second = await identity.startInstance()
const call = await asPerson(identity, await createUser(identity, 'owner'))
const person = await createConfirmedUser(identity)
for (const name of ['app-writers', 'app-readers', 'sales']) {
  const { id: groupId } = await deps.db
    .insertInto('groups')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.db.insertInto('groupMembers').values({ groupId, userId: person.id }).execute()
}

const rights: ClientClaim = {
  name: 'https://app.example.org/rights',
  source: 'groups',
  prefix: 'app-',
  removesPrefix: true,
  includedIn: 'both',
}

async function setClaims({ id }: { id: number }, claims: object[]) {
  const response = await call('PUT', `/oauth/clients/${id}/claims`, { claims })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

test('a client gets attributes, constants and filtered groups, in the ID token, from userinfo or both', async () => {
  const client = await registerRelyingParty(identity)
  const claims = [
    { name: 'preferred_username', source: 'attribute', attribute: 'email', includedIn: 'id_token' },
    { name: 'confirmed', source: 'attribute', attribute: 'email_verified', includedIn: 'userinfo' },
    { name: 'tenant', source: 'constant', value: 'north', includedIn: 'both' },
    { name: 'quota', source: 'constant', value: 12.5, includedIn: 'both' },
    { name: 'isBeta', source: 'constant', value: true, includedIn: 'both' },
    { name: 'areas', source: 'constant', value: ['a', 'b'], includedIn: 'both' },
    rights,
    { name: 'groups', source: 'groups', prefix: 'app-', includedIn: 'userinfo' },
  ]
  const reply = await setClaims(client, claims)
  assert.deepEqual(reply, { item: { claims } })
  assert.deepEqual((await call('GET', `/oauth/clients/${client.id}/claims`)).json(), reply)

  const { tokens } = await signInTo(second, client, person, { scope: 'openid email groups' })
  const constants = { tenant: 'north', quota: 12.5, isBeta: true, areas: ['a', 'b'] }
  const both = { ...constants, 'https://app.example.org/rights': ['readers', 'writers'] }
  const { preferred_username, confirmed, groups, ...idToken } = claimsOf(tokens.id_token)
  assert.equal(preferred_username, person.email)
  assert.deepEqual([confirmed, groups], [undefined, undefined])
  for (const [name, value] of Object.entries(both)) assert.deepEqual(idToken[name], value)
  assert.deepEqual((await userInfo(second, tokens.access_token)).json(), {
    sub: String(person.id),
    email: person.email,
    email_verified: true,
    confirmed: true,
    groups: ['app-readers', 'app-writers'],
    ...both,
  })
})

test('an attribute needs the scope of its claim, a constant and a list of groups do not', async () => {
  const client = await registerRelyingParty(identity)
  await setClaims(client, [
    { name: 'login', source: 'attribute', attribute: 'email' },
    { name: 'mobile', source: 'attribute', attribute: 'phone_number' },
    { name: 'nickname', source: 'attribute', attribute: 'given_name' },
    { name: 'tenant', source: 'constant', value: 'north' },
    rights,
  ])
  const { tokens } = await signInTo(identity, client, person, { scope: 'openid profile' })
  for (const claims of [
    claimsOf(tokens.id_token),
    (await userInfo(identity, tokens.access_token)).json() as Record<string, unknown>,
  ]) {
    assert.deepEqual([claims.login, claims.mobile], [undefined, undefined])
    assert.deepEqual([claims.nickname, claims.tenant], ['Sam', 'north'])
    assert.deepEqual(claims[rights.name], ['readers', 'writers'])
  }
})

test('a change reaches other instances at once, and refreshed tokens with fewer scopes have fewer claims', async () => {
  const client = await registerRelyingParty(identity)
  const login = { name: 'login', source: 'attribute', attribute: 'email' }
  const { tokens } = await signInTo(second, client, person, { scope: 'openid email offline_access' })
  assert.equal((await userInfo(second, tokens.access_token)).json().login, undefined)
  await setClaims(client, [login])
  assert.equal((await userInfo(second, tokens.access_token)).json().login, person.email)
  const refresh = async (refresh_token: string, scope: string) => {
    const secret = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
    return (
      await tokenRequest(identity, { grant_type: 'refresh_token', refresh_token, scope, ...secret })
    ).json()
  }
  const whole = await refresh(tokens.refresh_token ?? '', 'openid email')
  assert.equal(claimsOf(whole.id_token).login, person.email)
  const narrow = await refresh(whole.refresh_token, 'openid')
  assert.equal(claimsOf(narrow.id_token).login, undefined)
  await setClaims(client, [])
  assert.equal((await userInfo(second, whole.access_token)).json().login, undefined)
})

const protocol = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'nonce', 'auth_time', 'acr', 'amr', 'azp']
const ofTokens = ['at_hash', 'sid', 'events', 'scopes', 'client_id', 'application', 'email_verified', 'email']

for (const name of [...protocol, ...ofTokens]) {
  test(`the claim ${name} cannot be overwritten`, async () => {
    const client = await registerRelyingParty(identity)
    const claims = [{ name, source: 'constant', value: 'forged' }]
    const response = await call('PUT', `/oauth/clients/${client.id}/claims`, { claims })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(Object.keys(response.json().error.details.errors), ['claims.0.name'])
  })
}

test('an ID token with added claims is no access token', async () => {
  const client = await registerRelyingParty(identity)
  await setClaims(client, [{ name: 'permissions', source: 'constant', value: ['users.manage.any'] }])
  const { tokens } = await signInTo(identity, client, person)
  assert.equal((await as(identity, tokens.id_token)('GET', '/users/me')).statusCode, 401)
  assert.equal((await userInfo(identity, tokens.id_token)).statusCode, 401)
})

const attribute = { name: 'login', source: 'attribute', attribute: 'email' }
for (const [field, claim] of [
  ['claims.0.name', { ...attribute, name: '__proto__' }],
  ['claims.0.name', { ...attribute, name: 'two words' }],
  ['claims.0.attribute', { name: 'login', source: 'attribute' }],
  ['claims.0.attribute', { ...attribute, attribute: 'password' }],
  ['claims.0.value', { ...attribute, value: 'both' }],
  ['claims.0.value', { name: 'tenant', source: 'constant' }],
  ['claims.0.value', { name: 'tenant', source: 'constant', value: { nested: true } }],
  ['claims.0.value', { name: 'tenant', source: 'constant', value: null }],
  ['claims.0.prefix', { name: 'tenant', source: 'constant', value: 1, prefix: 'app-' }],
  ['claims.0.source', { ...attribute, source: 'script' }],
  ['claims.0.includedIn', { ...attribute, includedIn: 'access_token' }],
] as [string, object][]) {
  test(`a table with ${JSON.stringify(claim)} is refused`, async () => {
    const client = await registerRelyingParty(identity)
    const response = await call('PUT', `/oauth/clients/${client.id}/claims`, { claims: [claim] })
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
  })
}

test('a name is used once', async () => {
  const client = await registerRelyingParty(identity)
  const response = await call('PUT', `/oauth/clients/${client.id}/claims`, { claims: [attribute, attribute] })
  assert.deepEqual(Object.keys(response.json().error.details.errors), ['claims.1.name'])
})

test('a change is audited; the first-party client and clients beyond your own rights are refused', async () => {
  const client = await registerRelyingParty(identity)
  await setClaims(client, [attribute])
  const { items } = (await call('GET', '/audit?action=client.claims_changed')).json()
  assert.equal(items[0].subjectId, client.id)
  const { items: clients } = (await call('GET', '/oauth/clients?limit=1000')).json()
  const own = clients.find((each: { isFirstParty: boolean }) => each.isFirstParty)
  const refused = await call('PUT', `/oauth/clients/${own.id}/claims`, { claims: [attribute] })
  assert.equal(refused.statusCode, 409)
  const narrow = await asPerson(identity, await createUser(identity, 'owner'), 'system:manage')
  const wide = await registerRelyingParty(identity, { scope: 'openid user:manage' })
  const beyond = await narrow('PUT', `/oauth/clients/${wide.id}/claims`, { claims: [attribute] })
  assert.equal(beyond.statusCode, 403)
  const unknown = await call('PUT', '/oauth/clients/999999999/claims', { claims: [] })
  assert.equal(unknown.statusCode, 404)
  const anonymous = await app.inject({ url: `/oauth/clients/${client.id}/claims` })
  assert.equal(anonymous.statusCode, 401)
})
