import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProvider } from '#sign-in/providers/provider.queries.ts'
import { startIdentity } from '../../identity-service.ts'
import { as, createUser, signIn } from '../../people.ts'

const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '10.0.0.0/8' })
const owner = as(identity, (await signIn(identity, await createUser(identity, 'owner'))).access_token)

const keycloak = {
  slug: 'keycloak',
  kind: 'oidc',
  name: 'Company account',
  issuer: 'https://10.0.0.1/realms/company',
  clientId: 'atrium',
  clientSecret: 'a secret of Keycloak',
}

test('a provider is created with defaults, and its secret is returned nowhere', async () => {
  const created = await owner('POST', '/sign-in-providers', keycloak)
  assert.equal(created.statusCode, 200, created.body)
  const { id, createdAt, updatedAt, ...item } = created.json().item
  assert.deepEqual(item, {
    slug: 'keycloak',
    kind: 'oidc',
    name: 'Company account',
    icon: null,
    isEnabled: true,
    createUsers: 'always',
    allowedDomains: [],
    trustsEmail: false,
    groupMapping: [],
    requiredGroup: null,
    order: 0,
    isDefault: false,
    issuer: 'https://10.0.0.1/realms/company',
    clientId: 'atrium',
    scopes: 'openid profile email',
    groupsClaim: null,
    endsSession: false,
    trustsSecondFactor: false,
    hasSecret: true,
    callbackUrl: 'http://localhost:4000/auth/upstream/keycloak/callback',
  })
  for (const path of ['/sign-in-providers', '/sign-in-providers/keycloak', '/audit']) {
    assert.ok(!(await owner('GET', path)).body.includes(keycloak.clientSecret), path)
  }
  const stored = await findProvider(identity.deps.db, 'keycloak')
  assert.ok(stored?.secret && !JSON.stringify(stored).includes(keycloak.clientSecret))
})

test('a change keeps what is not sent, the secret too', async () => {
  const before = await findProvider(identity.deps.db, 'keycloak')
  const changed = await owner('PUT', '/sign-in-providers/keycloak', { name: 'Keycloak', trustsEmail: true })
  const { name, trustsEmail, issuer, hasSecret } = changed.json().item
  assert.deepEqual(
    [name, trustsEmail, issuer, hasSecret],
    ['Keycloak', true, 'https://10.0.0.1/realms/company', true],
  )
  assert.equal((await findProvider(identity.deps.db, 'keycloak'))?.secret, before?.secret)
})

test('groups are mapped to groups that exist; one that is deleted later does not keep the others from changing', async () => {
  const put = (groupMapping: object[]) => owner('PUT', '/sign-in-providers/keycloak', { groupMapping })
  const unknown = await put([{ from: 'staff', groupId: 9999 }])
  assert.deepEqual(
    [unknown.statusCode, unknown.json().error.details.codes],
    [422, { groupMapping: ['does_not_exist'] }],
  )
  const { id } = (await owner('POST', '/groups', { name: 'Short-lived' })).json().item
  const stale = { from: 'staff', groupId: id }
  assert.equal((await put([stale, { from: 'guests', groupId: id }])).statusCode, 200)
  await owner('DELETE', `/groups/${id}`)
  assert.equal((await put([stale])).statusCode, 200)
  assert.equal((await put([])).statusCode, 200)
})

test('one error names every field that does not fit the kind', async () => {
  const broken = {
    ...keycloak,
    slug: 'broken',
    issuer: undefined,
    scopes: 'profile',
    urls: ['ldap://10.0.0.1'],
  }
  const refused = await owner('POST', '/sign-in-providers', broken)
  assert.equal(refused.statusCode, 422)
  assert.deepEqual(Object.keys(refused.json().error.details.errors).sort(), ['issuer', 'scopes', 'urls'])
})

test('a directory needs addresses, a base and filters with their placeholders', async () => {
  const directory = {
    slug: 'ldap',
    kind: 'ldap',
    name: 'Directory',
    urls: ['ldaps://10.0.0.2'],
    baseDn: 'dc=x',
  }
  const wrong = {
    ...directory,
    urls: ['https://10.0.0.2'],
    userFilter: '(uid=*)',
    groupFilter: 'member={dn}',
    certificateAuthority: 'nonsense',
    isDefault: true,
  }
  const refused = await owner('POST', '/sign-in-providers', wrong)
  assert.equal(refused.statusCode, 422)
  assert.deepEqual(Object.keys(refused.json().error.details.errors).sort(), [
    'certificateAuthority',
    'groupFilter',
    'isDefault',
    'urls',
    'userFilter',
  ])
  const created = await owner('POST', '/sign-in-providers', {
    ...directory,
    bindPassword: 'secret of the service',
  })
  assert.equal(created.statusCode, 200, created.body)
  const { idAttribute, nameAttributes, syncMinutes, order, callbackUrl } = created.json().item
  assert.deepEqual(
    { idAttribute, nameAttributes, syncMinutes, order, callbackUrl },
    {
      idAttribute: 'entryUUID',
      nameAttributes: ['givenName', 'sn'],
      syncMinutes: 15,
      order: 1,
      callbackUrl: null,
    },
  )
  assert.ok(!created.body.includes('secret of the service'))
})

for (const [kind, field, address] of [
  ['oidc', 'issuer', 'https://127.0.0.1/realm'],
  ['oidc', 'issuer', 'http://192.168.1.1/realm'],
  ['ldap', 'urls', 'ldap://127.0.0.1:389'],
  ['ldap', 'urls', 'ldaps://[::1]'],
] as const) {
  test(`an address that leads into the installation is refused: ${address}`, async () => {
    const own = kind === 'ldap' ? { urls: [address], baseDn: 'dc=x' } : { issuer: address, clientId: 'x' }
    const refused = await owner('POST', '/sign-in-providers', {
      slug: 'inside',
      kind,
      name: 'Inside',
      ...own,
    })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.equal(refused.json().error.details.reason, 'outbound_address_refused')
    assert.ok(refused.json().error.details.errors[field])
  })
}

test('only one provider is the default', async () => {
  const github = {
    slug: 'github',
    kind: 'github',
    name: 'GitHub',
    clientId: 'x',
    clientSecret: 'y',
    isDefault: true,
  }
  assert.equal((await owner('POST', '/sign-in-providers', github)).json().item.isDefault, true)
  await owner('PUT', '/sign-in-providers/keycloak', { isDefault: true })
  const { items } = (await owner('GET', '/sign-in-providers')).json()
  const defaults = items.filter((one: { isDefault: boolean }) => one.isDefault)
  assert.deepEqual(
    [items.map((one: { slug: string }) => one.slug), defaults.map((one: { slug: string }) => one.slug)],
    [['keycloak', 'ldap', 'github'], ['keycloak']],
  )
})

test('a slug is taken once and has a fixed form', async () => {
  const again = await owner('POST', '/sign-in-providers', keycloak)
  assert.deepEqual(
    [again.statusCode, again.json().error.details.reason],
    [409, 'sign_in_provider_slug_taken'],
  )
  for (const slug of ['local', 'scim']) {
    const reserved = await owner('POST', '/sign-in-providers', { ...keycloak, slug })
    assert.equal(reserved.statusCode, 409, 'these are other sources of memberships in groups')
  }
  for (const slug of ['Upper', 'with space', 'a'.repeat(41), '']) {
    assert.equal((await owner('POST', '/sign-in-providers', { ...keycloak, slug })).statusCode, 422)
  }
})

test('a removed provider is gone, and the audit log knows who did what', async () => {
  assert.equal((await owner('DELETE', '/sign-in-providers/github')).statusCode, 200)
  for (const method of ['GET', 'DELETE'] as const) {
    const missing = await owner(method, '/sign-in-providers/github')
    assert.deepEqual(
      [missing.statusCode, missing.json().error.details.reason],
      [404, 'sign_in_provider_not_found'],
    )
  }
  const { items } = (await owner('GET', '/audit?action=sign-in-provider.deleted')).json()
  assert.equal(items[0].details.slug, 'github')
})

test('administrators without the permission are refused', async () => {
  const admin = as(identity, (await signIn(identity, await createUser(identity, 'admin'))).access_token)
  const refused = await admin('GET', '/sign-in-providers')
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [403, 'permission_required'])
})
