import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInPermissions } from '#access-control/scopes.contract.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser } from '../people.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { deps } = identity
const call = await asPerson(identity, await createUser(identity, 'owner'))

const systemRoles = await deps.db
  .selectFrom('roles')
  .select(['id', 'name', 'level'])
  .orderBy('level')
  .execute()

function roleNamed(name: string) {
  const role = systemRoles.find(each => each.name === name)
  assert.ok(role)
  return role
}

test('roles can be created, read, listed, updated and deleted', async () => {
  const input = {
    name: 'auditor',
    level: 15,
    description: 'Reads',
    permissions: ['users.list', 'roles.read'],
  }
  const created = await call('POST', '/roles', input)
  assert.equal(created.statusCode, 200, created.body)
  const { id, createdAt, updatedAt, ...rest } = created.json().item
  assert.deepEqual(rest, { ...input, permissions: ['roles.read', 'users.list'], isSystem: false })
  assert.deepEqual((await call('GET', `/roles/${id}`)).json().item, created.json().item)

  const found = (await call('GET', '/roles?search=AUDIT')).json()
  assert.deepEqual([found.items[0].id, found._meta.total], [id, 1])
  const listed = (await call('GET', '/roles?orderBy=-level&limit=2')).json()
  assert.deepEqual(
    listed.items.map((role: { name: string }) => role.name),
    ['owner', 'admin'],
  )
  assert.equal(listed._meta.total, 5)

  const changed = (await call('PUT', `/roles/${id}`, { level: 16, permissions: ['posts.read'] })).json().item
  assert.deepEqual(
    [changed.name, changed.level, changed.description, changed.permissions],
    ['auditor', 16, 'Reads', ['posts.read']],
  )
  assert.equal((await call('PUT', `/roles/${id}`, { description: null })).json().item.description, null)
  assert.equal((await call('DELETE', `/roles/${id}`)).statusCode, 200)
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    assert.equal((await call(method, `/roles/${id}`)).statusCode, 404)
})

for (const [field, value] of [
  ['name', 'ab'],
  ['name', 'Upper'],
  ['name', 'x'.repeat(51)],
  ['level', 0],
  ['level', 101],
  ['level', 1.5],
  ['permissions', ['no.such.permission']],
  ['permissions', 'users.list'],
  ['isSystem', true],
] as const) {
  test(`a role with ${field} = ${JSON.stringify(value).slice(0, 30)} is refused`, async () => {
    const response = await call('POST', '/roles', { name: 'refused', level: 10, [field]: value })
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
    assert.equal((await call('GET', '/roles?search=refused')).json()._meta.total, 0)
  })
}

test('role names are unique', async () => {
  const taken = await call('POST', '/roles', { name: 'manager', level: 10 })
  assert.equal(taken.statusCode, 409)
  assert.equal(taken.json().error.details.field, 'name')
})

test('system roles keep their name and level, but their description can change', async () => {
  for (const { id, name, level } of systemRoles) {
    assert.equal((await call('DELETE', `/roles/${id}`)).statusCode, 409)
    assert.equal((await call('PUT', `/roles/${id}`, { name: `${name}-2` })).statusCode, 409)
    assert.equal((await call('PUT', `/roles/${id}`, { level: level - 1 })).statusCode, 409)
    const described = await call('PUT', `/roles/${id}`, { name, level, description: 'Ours' })
    assert.equal(described.statusCode, 200, described.body)
  }
})

test('the owner role keeps full access', async () => {
  const { id } = roleNamed('owner')
  assert.equal((await call('PUT', `/roles/${id}`, { permissions: ['users.list'] })).statusCode, 409)
  assert.equal((await call('GET', `/roles/${id}`)).json().item.permissions.length, builtInPermissions.length)
})

test('roles of a higher level cannot be created or edited, and clients have level 30', async () => {
  assert.equal((await call('POST', '/roles', { name: 'above-owner', level: 41 })).statusCode, 403)
  const { id } = (await call('POST', '/roles', { name: 'equal-owner', level: 40 })).json().item
  const client = await asClient(identity, 'system:manage')
  assert.equal((await client('POST', '/roles', { name: 'above-client', level: 31 })).statusCode, 403)
  assert.equal((await client('PUT', `/roles/${id}`, { description: 'x' })).statusCode, 403)
  assert.equal((await client('DELETE', `/roles/${id}`)).statusCode, 403)
  assert.equal((await client('PUT', `/roles/${roleNamed('owner').id}`, { description: 'x' })).statusCode, 403)
  const low = (await client('POST', '/roles', { name: 'low', level: 30 })).json().item
  assert.equal((await client('PUT', `/roles/${low.id}`, { level: 31 })).statusCode, 403)
  assert.equal((await client('DELETE', `/roles/${low.id}`)).statusCode, 200)
})

test('changing or deleting a role takes effect on the next request on every instance', async () => {
  const { id } = (await call('POST', '/roles', { name: 'lister', level: 15 })).json().item
  const user = await createUser(identity, 'lister')
  const there = await asPerson(second, user)
  assert.equal((await there('GET', '/users')).statusCode, 403)
  await call('PUT', `/roles/${id}`, { permissions: ['users.list'] })
  assert.equal((await there('GET', '/users')).statusCode, 200)
  await call('DELETE', `/roles/${id}`)
  assert.equal((await there('GET', '/users')).statusCode, 403)
  assert.deepEqual((await call('GET', `/users/${user.id}`)).json().item.roles, ['user'])
})

test('a malformed description is cleaned up or refused', async () => {
  const { id } = (await call('POST', '/roles', { name: 'described', level: 5 })).json().item
  assert.equal((await call('PUT', `/roles/${id}`, { description: 'half \ud800' })).statusCode, 200)
  assert.equal((await call('PUT', `/roles/${id}`, { description: 'nul \u0000' })).statusCode, 400)
})

test('role changes are logged', async () => {
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectType', '=', 'role')
    .select('action')
    .distinct()
    .orderBy('action')
    .execute()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['role.created', 'role.deleted', 'role.updated'],
  )
})
