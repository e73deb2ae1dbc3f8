import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustClient } from '#oauth/clients/client.commands.ts'
import {
  answerConsent,
  answerOf,
  authorizeUrl,
  openSignInPage,
  redeem,
  redirectUri,
} from '../authorize-flow.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, asClient, asPerson, cookiesOf, createUser, registerClient, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const owner = await createUser(identity, 'owner')
const asOwner = await asPerson(identity, owner)

let roles = 0

/** A user with a new role of exactly these permissions. */
async function createUserWith(level: number, ...permissions: string[]) {
  roles += 1
  const name = `custom-${roles}`
  const created = await asOwner('POST', '/roles', { name, level, permissions })
  assert.equal(created.statusCode, 200, created.body)
  const person = await createUser(identity, name)
  return { person, call: await asPerson(identity, person), roleId: created.json().item.id as number }
}

async function idOf(table: 'roles' | 'permissions', name: string) {
  const row = await deps.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

const newClient = {
  name: 'Reports',
  grantTypes: 'client_credentials authorization_code',
  scope: 'user-contacts:read',
  redirectUris: [redirectUri],
}

async function createClientOverHttp(overrides: object = {}) {
  const response = await asOwner('POST', '/oauth/clients', { ...newClient, ...overrides })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('users cannot grant permissions they do not have, on any route', async () => {
  const { call, roleId } = await createUserWith(15, 'roles.manage', 'roles.read', 'rbac.permissions.manage')
  const own = ['roles.manage', 'roles.read', 'rbac.permissions.manage']
  const system = await idOf('permissions', 'system.manage')
  for (const response of [
    await call('PUT', `/roles/${roleId}`, { permissions: [...own, 'system.manage'] }),
    await call('POST', '/roles', { name: 'escalated', level: 1, permissions: ['system.manage'] }),
    await call('POST', `/rbac/roles/${roleId}/permissions/${system}`),
    await call('POST', `/rbac/roles/${await idOf('roles', 'user')}/permissions/${system}`),
  ]) {
    assert.equal(response.statusCode, 403, response.body)
    assert.deepEqual(response.json().error.details, {
      reason: 'grant_beyond_own',
      kind: 'forbidden',
      permission: 'system.manage',
    })
  }
  assert.deepEqual((await call('GET', `/roles/${roleId}`)).json().item.permissions.sort(), own.sort())
  assert.equal((await call('GET', '/roles?search=escalated')).json()._meta.total, 0)
})

test('users can grant permissions they have, and existing permissions of a role stay', async () => {
  const { call } = await createUserWith(15, 'roles.manage', 'roles.read')
  const { id } = (
    await asOwner('POST', '/roles', { name: 'kept', level: 5, permissions: ['users.list'] })
  ).json().item
  const changed = await call('PUT', `/roles/${id}`, { permissions: ['users.list', 'roles.read'] })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.deepEqual(changed.json().item.permissions, ['roles.read', 'users.list'])
})

test('owners can grant custom permissions, others only permissions they have', async () => {
  const { item } = (await asOwner('POST', '/rbac/permissions', { name: 'reports.read.any' })).json()
  const { call, roleId } = await createUserWith(15, 'roles.manage', 'rbac.permissions.manage')
  const path = `/rbac/roles/${roleId}/permissions/${item.id}`
  assert.equal((await call('POST', path)).statusCode, 403)
  assert.equal((await asOwner('POST', path)).statusCode, 200)
})

test('users cannot assign a role with a permission they lack', async () => {
  const { call, person } = await createUserWith(30, 'user_roles.manage')
  for (const name of ['admin', 'manager']) {
    const response = await call('POST', '/user-roles', {
      userId: person.id,
      roleId: await idOf('roles', name),
    })
    assert.equal(response.statusCode, 403, response.body)
    assert.ok(response.json().error.details.permissions.includes('users.list'))
  }
  const admin = await asPerson(identity, await createUser(identity, 'admin'))
  const roleId = await idOf('roles', 'manager')
  assert.equal((await admin('POST', '/user-roles', { userId: person.id, roleId })).statusCode, 200)
})

test('users below level 30 cannot manage clients, whatever their permissions', async () => {
  const permissions = ['rbac.permissions.manage', 'user_contacts.read.self', 'user_contacts.read.any']
  const { call } = await createUserWith(29, ...permissions)
  const { id } = await createClientOverHttp()
  for (const [method, path, body] of [
    ['POST', '', newClient],
    ['PUT', `/${id}`, { name: 'Mine' }],
    ['POST', `/${id}/rotate-secret`],
    ['POST', `/${id}/disable`],
    ['POST', `/${id}/enable`],
  ] as const) {
    const response = await call(method, `/oauth/clients${path}`, body)
    assert.equal(response.statusCode, 403, `${method} ${path}`)
    assert.equal(response.json().error.details.level, 30)
  }
  const { call: higher } = await createUserWith(30, ...permissions)
  assert.equal((await higher('POST', '/oauth/clients', newClient)).statusCode, 200)
})

test('users cannot take over a client whose scopes include a permission they lack', async () => {
  const permissions = ['rbac.permissions.manage', 'user_contacts.read.self']
  const { call } = await createUserWith(30, ...permissions)
  const { id } = await createClientOverHttp()
  await asOwner('POST', `/oauth/clients/${id}/disable`)
  for (const [method, path, body] of [
    ['POST', '', newClient],
    ['PUT', `/${id}`, { name: 'Mine' }],
    ['POST', `/${id}/rotate-secret`],
    ['POST', `/${id}/enable`],
  ] as const) {
    const response = await call(method, `/oauth/clients${path}`, body)
    assert.equal(response.statusCode, 403, `${method} ${path}`)
    const refusal = {
      reason: 'client_scope_beyond_own',
      kind: 'forbidden',
      permissions: ['user_contacts.read.any'],
    }
    assert.deepEqual(response.json().error.details, refusal)
  }
})

test('a client cannot assign a role with more permissions than its own', async () => {
  const call = await asClient(identity, 'user:manage')
  const { id: userId } = await createUser(identity)
  const response = await call('POST', '/user-roles', { userId, roleId: await idOf('roles', 'admin') })
  assert.equal(response.statusCode, 403)
})

test('a client created over HTTP gets a code only after the user has allowed it', async () => {
  const client = await createClientOverHttp({ name: 'Hostile <application>' })
  assert.equal(client.asksAtSignIn, true)
  const session = { ...(await signIn(identity, owner)) }
  const url = authorizeUrl({ client_id: client.clientId })
  for (const cookies of [session, { refresh_token: session.refresh_token }]) {
    const page = await openSignInPage(identity, url, cookies)
    assert.match(page.response.body, /Hostile &lt;application&gt;/)
    assert.match(page.response.body, /Allow access/)
  }
  const { form, cookies } = await openSignInPage(identity, url, session)
  const allowed = await answerConsent(identity, form, cookies, 'allow')
  const { code = '' } = answerOf(allowed)
  assert.equal((await redeem(identity, client, { code })).statusCode, 200)
})

test('a console client is trusted until its redirect URIs change over HTTP, and again when marked as trusted', async () => {
  const client = await registerClient(identity, { scope: 'user-contacts:read' })
  const cookies = { ...(await signIn(identity, owner)) }
  const statusOf = async (parameters: Record<string, string> = {}) =>
    (await app.inject({ url: authorizeUrl({ client_id: client.clientId, ...parameters }), cookies }))
      .statusCode
  assert.equal(await statusOf(), 302)
  const harmless = { name: 'Renamed', grantTypes: 'refresh_token authorization_code' }
  assert.equal((await asOwner('PUT', `/oauth/clients/${client.id}`, harmless)).statusCode, 200)
  assert.equal(await statusOf(), 302)
  const evil = 'https://evil.example.org/'
  await asOwner('PUT', `/oauth/clients/${client.id}`, { redirectUris: [redirectUri, evil] })
  assert.equal(await statusOf({ redirect_uri: evil }), 200)
  assert.equal(await statusOf(), 200)
  await trustClient(deps, client.clientId)
  assert.equal(await statusOf(), 302)
  await asOwner('PUT', `/oauth/clients/${client.id}`, { redirectUris: [redirectUri, `${evil}two`] })
  assert.equal(await statusOf({ redirect_uri: `${evil}two` }), 200)
})

test('a session with few scopes gets no further scopes without the password', async () => {
  const client = await registerClient(identity, { scope: 'user-contacts:read user:read user:write' })
  const person = await createUser(identity)
  const session = { ...(await signIn(identity, person, 'user-contacts:read')) }
  for (const cookies of [session, { refresh_token: session.refresh_token }]) {
    for (const scope of ['user:read user:write', 'user-contacts:read user:read', undefined]) {
      const { response } = await openSignInPage(
        identity,
        authorizeUrl({ client_id: client.clientId, scope }),
        cookies,
      )
      Object.assign(session, cookiesOf(response))
      assert.match(response.body, /already signed in\. Enter your password/)
    }
  }
  const own = authorizeUrl({ client_id: client.clientId, scope: 'user-contacts:read' })
  const passed = await app.inject({ url: own, cookies: session })
  assert.equal(passed.statusCode, 302)
  const { code = '' } = answerOf(passed)
  const tokens = (await redeem(identity, client, { code })).json()
  assert.equal(tokens.scope, 'user-contacts:read')
  assert.equal((await as(identity, tokens.access_token)('GET', '/users/me')).statusCode, 403)
})
