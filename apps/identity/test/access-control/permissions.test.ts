import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInPermissions } from '#access-control/scopes.contract.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser } from '../people.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { deps } = identity
const call = await asPerson(identity, await createUser(identity, 'owner'))

async function idOf(table: 'roles' | 'permissions', name: string) {
  const { id } = await deps.db
    .selectFrom(table)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

test('permissions can be created, read, listed, updated and deleted', async () => {
  const created = await call('POST', '/rbac/permissions', {
    name: 'reports.read.any',
    description: 'Reports',
  })
  assert.equal(created.statusCode, 200, created.body)
  const { item } = created.json()
  assert.deepEqual(item, {
    id: item.id,
    name: 'reports.read.any',
    description: 'Reports',
    isBuiltIn: false,
  })
  assert.deepEqual((await call('GET', `/rbac/permissions/${item.id}`)).json().item, item)
  assert.equal((await call('GET', '/rbac/permissions?search=REPORTS')).json()._meta.total, 1)
  assert.equal(
    (await call('GET', '/rbac/permissions?limit=5&orderBy=-name')).json()._meta.total,
    builtInPermissions.length + 1,
  )
  const url = `/rbac/permissions/${item.id}`
  assert.equal((await call('PUT', url, { name: 'reports.read' })).json().item.name, 'reports.read')
  assert.equal((await call('PUT', url, { description: null })).json().item.description, null)
  assert.equal((await call('PUT', url, {})).statusCode, 200)
  assert.equal((await call('PUT', url, { name: 'users.list' })).statusCode, 409)
  assert.equal((await call('POST', '/rbac/permissions', { name: 'users.list' })).statusCode, 409)
  assert.equal((await call('DELETE', url)).statusCode, 200)
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    assert.equal((await call(method, url)).statusCode, 404)
})

test('every permission has a description', async () => {
  const { items } = (await call('GET', '/rbac/permissions?limit=1000')).json()
  assert.ok(items.length > 0)
  assert.deepEqual(
    items.filter(
      ({ description }: { description: string | null }) => !/^[A-Z][^.]+$/.test(description ?? ''),
    ),
    [],
  )
})

for (const name of ['plain', 'Upper.case', '.dot', 'dot.', 'a..b', 'a b.c', `a.${'x'.repeat(100)}`]) {
  test(`a permission cannot be named ${name.slice(0, 20)}`, async () => {
    const response = await call('POST', '/rbac/permissions', { name })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(Object.keys(response.json().error.details.errors), ['name'])
  })
}

test('built-in permissions cannot be renamed or deleted, but their description can change', async () => {
  const url = `/rbac/permissions/${await idOf('permissions', 'rbac.permissions.manage')}`
  assert.equal((await call('DELETE', url)).statusCode, 409)
  assert.equal((await call('PUT', url, { name: 'rbac.other' })).statusCode, 409)
  const described = (await call('PUT', url, { description: 'All of it' })).json().item
  assert.deepEqual([described.description, described.isBuiltIn], ['All of it', true])
})

test('granting and revoking take effect on the next request on every instance', async () => {
  const there = await asPerson(second, await createUser(identity))
  const url = `/rbac/roles/${await idOf('roles', 'user')}/permissions/${await idOf('permissions', 'users.list')}`
  assert.equal((await there('GET', '/users')).statusCode, 403)
  const granted = await call('POST', url)
  assert.ok(granted.json().item.permissions.includes('users.list'), granted.body)
  assert.equal((await there('GET', '/users')).statusCode, 200)
  assert.equal((await call('POST', url)).statusCode, 409)
  const revoked = await call('DELETE', url)
  assert.ok(!revoked.json().item.permissions.includes('users.list'))
  assert.equal((await there('GET', '/users')).statusCode, 403)
  assert.equal((await call('DELETE', url)).statusCode, 404)
  assert.equal((await call('POST', '/rbac/roles/999999/permissions/1')).statusCode, 404)
  assert.equal(
    (await call('POST', `/rbac/roles/${await idOf('roles', 'user')}/permissions/999999`)).statusCode,
    404,
  )
})

test('deleting a permission removes it from every role', async () => {
  const { item } = (await call('POST', '/rbac/permissions', { name: 'short.lived' })).json()
  const role = await idOf('roles', 'manager')
  await call('POST', `/rbac/roles/${role}/permissions/${item.id}`)
  await call('DELETE', `/rbac/permissions/${item.id}`)
  assert.ok(!(await call('GET', `/roles/${role}`)).json().item.permissions.includes('short.lived'))
})

test('roles of a higher level cannot be edited, and owners keep full access', async () => {
  const url = `/rbac/roles/${await idOf('roles', 'owner')}/permissions/${await idOf('permissions', 'users.list')}`
  const client = await asClient(identity, 'system:manage')
  assert.equal((await client('POST', url)).statusCode, 403)
  assert.equal((await client('DELETE', url)).statusCode, 403)
  assert.equal((await call('DELETE', url)).statusCode, 409)
})

test('permission changes are logged', async () => {
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('action', 'like', 'permission.%')
    .select(['action', 'subjectType'])
    .distinct()
    .orderBy('action')
    .execute()
  assert.deepEqual(
    entries.map(({ action, subjectType }) => `${action} ${subjectType}`),
    [
      'permission.created permission',
      'permission.deleted permission',
      'permission.granted role',
      'permission.revoked role',
      'permission.updated permission',
    ],
  )
})
