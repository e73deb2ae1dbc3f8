import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#oauth/clients/client.commands.ts'
import { obtainCode, redeem } from '../authorize-flow.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser, introspect, registerClient, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const { deps } = identity
const second = await identity.startInstance()
const owner = await createUser(identity, 'owner')
const call = await asPerson(identity, owner)

const newClient = {
  name: 'Reports',
  grantTypes: 'client_credentials authorization_code refresh_token',
  scope: 'user:read user:write',
  redirectUris: ['https://reports.example.org/callback', 'http://localhost:3000/callback'],
}

async function createClientByApi(overrides: object = {}) {
  const response = await call('POST', '/oauth/clients', { ...newClient, ...overrides })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

function credentialsGrant(client: { clientId: string; clientSecret: string }, scope = 'user:read') {
  const { clientId: client_id, clientSecret: client_secret } = client
  return tokenRequest(second, { grant_type: 'client_credentials', client_id, client_secret, scope })
}

test('a new client works at once, and its secret is shown once', async () => {
  const client = await createClientByApi()
  assert.deepEqual(
    { ...client, id: 0, clientId: '', clientSecret: '', createdAt: '', updatedAt: '' },
    {
      ...newClient,
      id: 0,
      clientId: '',
      clientSecret: '',
      isPublic: false,
      requiresPkce: false,
      isActive: true,
      isFirstParty: false,
      resources: [],
      asksAtSignIn: true,
      isTrusted: false,
      source: 'administrator',
      consentCount: 0,
      recentConsentCount: 0,
      subjectType: 'public',
      sectorIdentifier: null,
      webOrigins: [],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: null,
      backchannelLogoutSessionRequired: false,
      createdAt: '',
      updatedAt: '',
    },
  )
  assert.equal((await credentialsGrant(client)).statusCode, 200)
  const { clientSecret, ...shown } = client
  const one = await call('GET', `/oauth/clients/${client.id}`)
  assert.deepEqual(one.json().item, shown)
  const list = await call('GET', '/oauth/clients?search=rep&isActive=true&orderBy=-createdAt')
  assert.deepEqual(list.json().items[0], shown)
  for (const { body } of [one, list, await call('GET', '/oauth/clients')]) {
    assert.ok(!body.includes(clientSecret) && !/"clientSecret"/.test(body))
  }
  const digest = await deps.db.selectFrom('clients').select('clientSecret').execute()
  for (const { clientSecret } of digest) assert.ok(!list.body.includes(clientSecret))
})

test('a public client requires PKCE and has no secret to rotate', async () => {
  const client = await createClientByApi({ isPublic: true, grantTypes: 'authorization_code' })
  assert.equal(client.clientSecret, null)
  assert.equal(client.requiresPkce, true)
  assert.equal((await call('POST', `/oauth/clients/${client.id}/rotate-secret`)).statusCode, 422)
})

for (const [field, wrong] of [
  ['grantTypes', { grantTypes: 'magic' }],
  ['grantTypes', { isPublic: true }],
  ['scope', { scope: 'root' }],
  ['scope', { scope: 'toString' }],
  ['redirectUris', { redirectUris: [] }],
  ['redirectUris', { redirectUris: ['http://reports.example.org/'] }],
  ['redirectUris', { redirectUris: ['HTTP://reports.example.org/'] }],
  ['redirectUris', { redirectUris: ['https://*.example.org/'] }],
  ['redirectUris', { redirectUris: ['https://reports.example.org/#here'] }],
  ['redirectUris', { redirectUris: ['javascript:alert(1)'] }],
  ['redirectUris', { redirectUris: ['\u0001javascript:alert(1)'] }],
  ['redirectUris', { redirectUris: ['/callback'] }],
  ['name', { name: ' ' }],
  ['client_secret', { client_secret: 'mine' }],
] as [string, object][]) {
  test(`a client with ${JSON.stringify(wrong)} is refused when created and updated`, async () => {
    const response = await call('POST', '/oauth/clients', { ...newClient, ...wrong })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
    if ('isPublic' in wrong) return
    const { id } = await createClientByApi()
    const changed = await call('PUT', `/oauth/clients/${id}`, wrong)
    assert.equal(changed.statusCode, 422)
    assert.deepEqual(Object.keys(changed.json().error.details.errors), [field])
  })
}

test('an unencrypted address that the console allowed works and stays, and no other is added over HTTP', async () => {
  const address = 'http://intranet.local/callback'
  const allowed = {
    grantTypes: 'authorization_code',
    redirectUris: [address],
    isPublic: false,
    resources: [],
  }
  const client = await createClient(deps, { ...newClient, ...allowed }, { httpHosts: ['intranet.local'] })
  const person = await createUser(identity)
  const { code } = await obtainCode(identity, person, { client_id: client.clientId, redirect_uri: address })
  assert.equal((await redeem(second, client, { code, redirect_uri: address })).statusCode, 200)
  const path = `/oauth/clients/${client.id}`
  const renamed = await call('PUT', path, { name: 'Renamed', redirectUris: [address] })
  assert.equal(renamed.statusCode, 200, renamed.body)
  for (const added of ['http://intranet.local/other', 'http://elsewhere.local/callback']) {
    const refused = await call('PUT', path, { redirectUris: [address, added] })
    assert.equal(refused.statusCode, 422)
    assert.deepEqual(refused.json().error.details.codes, { redirectUris: ['redirect_uri_not_https'] })
  }
})

test('updates take effect on every instance at once, and removing a scope revokes tokens', async () => {
  const client = await createClientByApi()
  const { access_token } = (await credentialsGrant(client)).json()
  const renamed = await call('PUT', `/oauth/clients/${client.id}`, {
    name: 'Renamed',
    scope: 'user:write user:read',
  })
  assert.equal(renamed.json().item.name, 'Renamed')
  assert.equal((await introspect(second, access_token)).active, true)
  assert.equal((await call('PUT', `/oauth/clients/${client.id}`, { scope: 'user:write' })).statusCode, 200)
  assert.equal((await introspect(second, access_token)).active, false)
  assert.equal((await credentialsGrant(client)).json().error, 'invalid_scope')
})

test('a pending code cannot be redeemed for a removed scope or a disabled client', async () => {
  const client = await createClientByApi({ redirectUris: ['https://app.example.org/callback'] })
  const person = await createUser(identity)
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  assert.equal((await call('PUT', `/oauth/clients/${client.id}`, { scope: 'user:write' })).statusCode, 200)
  assert.equal((await redeem(second, client, { code })).json().error, 'invalid_grant')
  const { code: next } = await obtainCode(identity, person, { client_id: client.clientId })
  for (const verb of ['disable', 'enable']) await call('POST', `/oauth/clients/${client.id}/${verb}`)
  assert.equal((await redeem(second, client, { code: next })).json().error, 'invalid_grant')
})

test('a new secret replaces the old one', async () => {
  const client = await createClientByApi()
  const rotated = (await call('POST', `/oauth/clients/${client.id}/rotate-secret`)).json().item
  assert.equal((await credentialsGrant(client)).json().error, 'invalid_client')
  assert.equal((await credentialsGrant(rotated)).statusCode, 200)
})

test('disabling a client revokes its tokens and refuses it until it is enabled', async () => {
  const client = await createClientByApi({ redirectUris: ['https://app.example.org/callback'] })
  const { code } = await obtainCode(identity, await createUser(identity), { client_id: client.clientId })
  const { access_token } = (await redeem(identity, client, { code })).json()
  assert.equal((await introspect(second, access_token)).active, true)
  const disabled = await call('POST', `/oauth/clients/${client.id}/disable`)
  assert.equal(disabled.json().item.isActive, false)
  assert.equal((await introspect(second, access_token)).active, false)
  assert.equal((await credentialsGrant(client)).json().error, 'invalid_client')
  const enabled = await call('POST', `/oauth/clients/${client.id}/enable`)
  assert.equal(enabled.json().item.isActive, true)
  assert.equal((await introspect(second, access_token)).active, false)
  assert.equal((await credentialsGrant(client)).statusCode, 200)
})

test('the built-in client comes from the settings and cannot be changed', async () => {
  const { items } = (await call('GET', '/oauth/clients?search=atrium')).json()
  const own = items.find(({ isFirstParty }: { isFirstParty: boolean }) => isFirstParty)
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/disable'],
  ] as const) {
    const payload = method === 'PUT' ? { name: 'Mine' } : undefined
    assert.equal((await call(method, `/oauth/clients/${own.id}${path}`, payload)).statusCode, 409)
  }
  assert.equal((await call('GET', '/users')).statusCode, 200)
})

test('users cannot take over a client with more rights than their token', async () => {
  const narrow = await asPerson(identity, owner, 'system:manage')
  const service = await asClient(identity, 'system:manage')
  const client = await createClientByApi()
  for (const caller of [narrow, service]) {
    assert.equal((await caller('POST', '/oauth/clients', newClient)).statusCode, 403)
    assert.equal((await caller('POST', `/oauth/clients/${client.id}/rotate-secret`)).statusCode, 403)
    assert.equal((await caller('PUT', `/oauth/clients/${client.id}`, { name: 'Mine' })).statusCode, 403)
    const own = await caller('POST', '/oauth/clients', { ...newClient, scope: 'system:manage' })
    assert.equal(own.statusCode, 200, own.body)
  }
})

test('an unknown client returns 404', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/disable'],
    ['POST', '/enable'],
  ] as const) {
    const response = await call(method, `/oauth/clients/999999${path}`, method === 'PUT' ? {} : undefined)
    assert.equal(response.statusCode, 404)
  }
})

test('changes are logged with their actor but without secrets', async () => {
  const { clientId } = await registerClient(identity)
  const client = await createClientByApi()
  await call('PUT', `/oauth/clients/${client.id}`, { name: 'Renamed' })
  const { clientSecret } = (await call('POST', `/oauth/clients/${client.id}/rotate-secret`)).json().item
  const entries = await call('GET', `/audit?subjectType=client&subjectId=${client.id}&orderBy=id`)
  assert.deepEqual(
    entries
      .json()
      .items.map(({ action, actorId, details }: Record<string, never>) => [action, actorId, details]),
    ['client.created', 'client.updated', 'client.secret_rotated'].map(action => [
      action,
      owner.id,
      { clientId: client.clientId },
    ]),
  )
  assert.ok(!entries.body.includes(clientSecret) && !entries.body.includes(client.clientSecret))
  const byConsole = (await call('GET', '/audit?subjectType=client')).json().items
  assert.ok(
    byConsole.some(
      (entry: { clientId: string; actorId: null }) => entry.clientId === clientId && entry.actorId === null,
    ),
  )
})
