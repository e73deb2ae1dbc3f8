import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, registerClient, signIn, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const user = await createUser(identity)
const other = await createUser(identity)
const manager = await createUser(identity, 'manager')
const owner = await createUser(identity, 'owner')
const client = await registerClient(identity, { grantTypes: 'client_credentials', redirectUris: [] })

async function tokenOf(person: typeof user, scope?: string) {
  return (await signIn(identity, person, scope)).access_token
}

test('users can read only themselves', async () => {
  const call = as(identity, await tokenOf(user))
  const own = await call('GET', `/users/${user.id}`)
  assert.equal(own.statusCode, 200)
  assert.equal(own.json().item.email, user.email)
  const foreign = await call('GET', `/users/${other.id}`)
  assert.equal(foreign.statusCode, 403)
  assert.equal(foreign.json().error.details.permission, 'users.read.any')
  assert.equal((await call('GET', '/users/999999')).statusCode, 403)
  assert.equal((await call('GET', '/users/me')).json().item.id, user.id)
})

test('managers can read and list all users', async () => {
  const call = as(identity, await tokenOf(manager))
  assert.equal((await call('GET', `/users/${other.id}`)).statusCode, 200)
  assert.equal((await call('GET', '/users/999999')).statusCode, 404)
  const list = (await call('GET', '/users?limit=2&orderBy=-id')).json()
  assert.equal(list.items.length, 2)
  assert.deepEqual(list._meta, { total: 4, page: 1, limit: 2, pages: 2 })
  assert.ok(list.items[0].id > list.items[1].id)
  const found = (await call('GET', `/users?search=${other.email.toUpperCase()}`)).json()
  assert.deepEqual(
    found.items.map((item: { id: number }) => item.id),
    [other.id],
  )
  assert.equal((await call('GET', '/users?search=%25')).json()._meta.total, 0)
})

test('users cannot list users', async () => {
  const response = await as(identity, await tokenOf(user))('GET', '/users')
  assert.equal(response.statusCode, 403)
  assert.equal(response.json().error.details.permission, 'users.list')
})

test('the scope limits every role', async () => {
  const response = await as(identity, await tokenOf(owner, 'user:write'))('GET', '/users')
  assert.equal(response.statusCode, 403)
  assert.equal(response.json().error.details.scope, 'user:read')
  assert.match(String(response.headers['www-authenticate']), /error="insufficient_scope", scope="user:read"/)
})

test('a client token has the permissions of its scopes', async () => {
  const form = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  }
  const withScope = (await tokenRequest(identity, { ...form, scope: 'user:read' })).json().access_token
  assert.equal((await as(identity, withScope)('GET', `/users/${user.id}`)).statusCode, 200)
  assert.equal((await as(identity, withScope)('GET', '/users')).statusCode, 200)
  assert.equal((await as(identity, withScope)('GET', '/users/me')).statusCode, 404)
  const without = (await tokenRequest(identity, { ...form, scope: 'user:write' })).json().access_token
  assert.equal((await as(identity, without)('GET', '/users')).statusCode, 403)
})

test('paging is clamped to its limits, and an invalid number is reported', async () => {
  const call = as(identity, await tokenOf(manager))
  assert.equal((await call('GET', '/users?limit=5000&page=0')).json()._meta.limit, 1000)
  assert.equal((await call('GET', '/users?limit=-3&page=-1')).json()._meta.page, 1)
  assert.deepEqual((await call('GET', '/users?page=99999999999999999')).json().items, [])
  const bad = await call('GET', '/users?limit=many&orderBy=passwordHash')
  assert.equal(bad.statusCode, 422)
  assert.deepEqual(Object.keys(bad.json().error.details.errors).sort(), ['limit', 'orderBy'])
  assert.equal((await call('GET', '/users/abc')).statusCode, 422)
  assert.equal((await call('GET', '/users/0')).statusCode, 422)
})

test('the admin area requires admin.web.access', async () => {
  assert.equal((await as(identity, await tokenOf(user))('GET', '/admin')).statusCode, 403)
  assert.equal((await as(identity, await tokenOf(manager))('GET', '/admin')).statusCode, 403)
  assert.notEqual((await as(identity, await tokenOf(owner))('GET', '/admin')).statusCode, 403)
  const refusal = await identity.app.inject({
    url: '/admin',
    headers: { accept: 'text/html', authorization: `Bearer ${await tokenOf(user)}` },
  })
  assert.match(refusal.body, /<h1>Only administrators can open this page<\/h1>/)
  assert.equal((await identity.app.inject('/admin')).statusCode, 401)
  const person = await identity.app.inject({ url: '/admin', headers: { accept: 'text/html' } })
  assert.equal(person.statusCode, 302)
  assert.match(String(person.headers.location), /^\/auth\/authorize\?/)
})
