import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { as, createPerson, tokensFor } from '../people.ts'
import { createUser } from '../team.ts'

const services = await sharedServices()
const admin = as(services, (await tokensFor(services, await createPerson(services, 'owner'))).access_token)
const plainPerson = await createPerson(services)
const plain = as(services, (await tokensFor(services, plainPerson)).access_token)
const { id: plainId } = (await plain('GET', '/users/me')).json().item
const { id: adminId } = (await admin('GET', '/users/me')).json().item

test('roles can be created, read, updated and deleted', async () => {
  const { item } = (
    await admin('POST', '/roles', { name: 'auditor', description: 'Read-only access' })
  ).json()
  assert.deepEqual(
    [item.name, item.description, item.isSystem, item.permissions],
    ['auditor', 'Read-only access', false, []],
  )
  assert.equal((await admin('POST', '/roles', { name: 'auditor' })).statusCode, 409)
  const changed = (await admin('PUT', `/roles/${item.id}`, { name: 'watcher', description: null })).json()
    .item
  assert.deepEqual([changed.name, changed.description], ['watcher', null])
  assert.equal((await admin('GET', `/roles/${item.id}`)).json().item.name, 'watcher')
  const deleted = await admin('DELETE', `/roles/${item.id}`)
  assert.equal(typeof deleted.json().message, 'string')
  for (const [method, body] of [['GET'], ['PUT', { name: 'other' }], ['DELETE']] as const) {
    assert.equal((await admin(method, `/roles/${item.id}`, body)).statusCode, 404)
  }
})

test('role names are validated, and system roles cannot be renamed or deleted', async () => {
  for (const name of ['ab', 'Upper', 'with space', 'x'.repeat(51), 7, null]) {
    assert.equal((await admin('POST', '/roles', { name })).statusCode, 422, String(name))
  }
  const { items } = (await admin('GET', '/roles?name=user')).json()
  const { id } = items.find(({ name }: { name: string }) => name === 'user')
  assert.equal((await admin('PUT', `/roles/${id}`, { name: 'people' })).statusCode, 409)
  assert.equal((await admin('PUT', `/roles/${id}`, { description: 'Everyone' })).statusCode, 200)
  assert.equal((await admin('DELETE', `/roles/${id}`)).statusCode, 409)
})

test('roles can be filtered by ids, name, description and dates, and paged by offset', async () => {
  for (const name of ['alpha-role', 'beta-role', 'gamma-role'])
    await admin('POST', '/roles', { name, description: `The ${name}` })
  const list = async (query: string) => (await admin('GET', `/roles?${query}`)).json()
  const found = await list('name=-ROLE&orderBy=-name')
  assert.deepEqual(
    found.items.map(({ name }: { name: string }) => name),
    ['gamma-role', 'beta-role', 'alpha-role'],
  )
  const [first] = found.items
  assert.equal((await list(`ids=${first.id},999999`))._meta.total, 1)
  assert.equal((await list('description=the%20BETA'))._meta.total, 1)
  assert.deepEqual((await list('name=-role&offset=1&limit=1')).items[0].name, 'beta-role')
  const [to, , from] = found.items.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10))
  assert.equal((await list(`name=-role&createdFrom=${from}&createdTo=${to}`))._meta.total, 3)
  assert.equal((await list('createdTo=2000-01-01'))._meta.total, 0)
  for (const bad of ['ids=a', 'createdFrom=soon', 'orderBy=secret', 'offset=x']) {
    assert.equal((await admin('GET', `/roles?${bad}`)).statusCode, 422, bad)
  }
})

test('a role assignment takes effect on every instance at once, is unique, and can be removed', async () => {
  const second = await services.startInstance()
  const { access_token } = await tokensFor(services, plainPerson)
  const onSecond = as(second, access_token)
  const { item: role } = (await admin('POST', '/roles', { name: 'role-reader' })).json()
  const permissions = (await admin('GET', '/rbac/permissions?limit=1000')).json().items
  const { id: permissionId } = permissions.find(({ name }: { name: string }) => name === 'user_roles.read')
  assert.equal((await onSecond('GET', '/user-roles')).statusCode, 403)
  const assigned = await admin('POST', '/user-roles', { userId: plainId, roleId: role.id })
  assert.equal(assigned.statusCode, 200)
  const { item } = assigned.json()
  assert.deepEqual(
    [item.userId, item.roleId, item.role, item.assignedBy],
    [plainId, role.id, 'role-reader', adminId],
  )
  assert.equal((await admin('POST', '/user-roles', { userId: plainId, roleId: role.id })).statusCode, 409)
  const grant = `/rbac/roles/${role.id}/permissions/${permissionId}`
  assert.equal((await admin('POST', grant)).statusCode, 200)
  assert.equal((await admin('POST', grant)).statusCode, 409)
  assert.equal((await onSecond('GET', '/user-roles')).statusCode, 200)
  const mine = (
    await admin('GET', `/user-roles?userId=${plainId}&roleId=${role.id}&assignedBy=${adminId}`)
  ).json()
  assert.equal(mine._meta.total, 1)
  assert.equal((await admin('GET', '/user-roles?assignedTo=2000-01-01')).json()._meta.total, 0)
  assert.equal((await admin('DELETE', grant)).statusCode, 200)
  assert.equal((await admin('DELETE', grant)).statusCode, 404)
  assert.equal((await onSecond('GET', '/user-roles')).statusCode, 403)
  assert.equal((await admin('DELETE', `/user-roles/${item.id}`)).statusCode, 200)
  assert.equal((await admin('DELETE', `/user-roles/${item.id}`)).statusCode, 404)
})

async function createRoleWith(...names: string[]) {
  roleCount += 1
  const { item } = (await admin('POST', '/roles', { name: `role-${roleCount}` })).json()
  for (const name of names) {
    const granted = await admin('POST', `/rbac/roles/${item.id}/permissions/${await permissionId(name)}`)
    assert.equal(granted.statusCode, 200, granted.body)
  }
  return item.id as number
}
let roleCount = 0

async function permissionId(name: string) {
  const { items } = (await admin('GET', '/rbac/permissions?limit=1000')).json()
  return items.find((permission: { name: string }) => permission.name === name).id as number
}

async function roleId(name: string) {
  const { items } = (await admin('GET', `/roles?name=${name}`)).json()
  return items.find((role: { name: string }) => role.name === name).id as number
}

/** A user with exactly these permissions. */
async function createUserWith(...names: string[]) {
  const { id, call } = await createUser(services)
  const assigned = await admin('POST', '/user-roles', { userId: id, roleId: await createRoleWith(...names) })
  assert.equal(assigned.statusCode, 200, assigned.body)
  return { id, call }
}

test('user_roles.manage assigns and removes only roles whose permissions the actor has', async () => {
  const { id, call } = await createUserWith('user_roles.read', 'user_roles.manage')
  const toAdmin = await call('POST', '/user-roles', { userId: id, roleId: await roleId('admin') })
  assert.equal(toAdmin.statusCode, 403)
  assert.ok(toAdmin.json().error.details.permissions.includes('projects.manage.any'))
  const stronger = await createRoleWith('users.sync')
  assert.equal((await call('POST', '/user-roles', { userId: plainId, roleId: stronger })).statusCode, 403)
  const weaker = await createRoleWith('user_roles.read')
  const assigned = await call('POST', '/user-roles', { userId: plainId, roleId: weaker })
  assert.equal(assigned.statusCode, 200, assigned.body)
  assert.equal((await call('DELETE', `/user-roles/${assigned.json().item.id}`)).statusCode, 200)
  const { items } = (
    await admin('GET', `/user-roles?userId=${adminId}&roleId=${await roleId('admin')}`)
  ).json()
  assert.equal((await call('DELETE', `/user-roles/${items[0].id}`)).statusCode, 403)
})

test('users can grant only permissions they have, and only administrators change the admin role', async () => {
  const { call } = await createUserWith('rbac.permissions.manage', 'users.sync')
  const target = await createRoleWith()
  const grant = async (name: string, role = target) =>
    (await call('POST', `/rbac/roles/${role}/permissions/${await permissionId(name)}`)).statusCode
  assert.equal(await grant('projects.manage.any'), 403)
  assert.equal(await grant('users.sync'), 200)
  const ofAdmin = `/rbac/roles/${await roleId('admin')}/permissions/${await permissionId('stickers.manage')}`
  assert.equal((await call('DELETE', ofAdmin)).statusCode, 403)
})

test('the admin role cannot lose rbac.permissions.manage, and can regain any other permission', async () => {
  const ofAdmin = async (name: string) =>
    `/rbac/roles/${await roleId('admin')}/permissions/${await permissionId(name)}`
  const kept = await admin('DELETE', await ofAdmin('rbac.permissions.manage'))
  assert.equal(kept.statusCode, 409)
  assert.equal((await admin('GET', '/rbac/permissions')).statusCode, 200)
  assert.equal((await admin('DELETE', await ofAdmin('feedback.stats'))).statusCode, 200)
  assert.equal((await admin('GET', '/feedback/stats')).statusCode, 403)
  assert.equal((await admin('POST', await ofAdmin('feedback.stats'))).statusCode, 200)
  assert.equal((await admin('GET', '/feedback/stats')).statusCode, 200)
})

test('assigning a role twice is refused with a readable message', async () => {
  const refused = await admin('POST', '/user-roles', { userId: plainId, roleId: await roleId('user') })
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [409, 'role_already_assigned'])
})

test('every permission has a description', async () => {
  const { items } = (await admin('GET', '/rbac/permissions?limit=1000')).json()
  assert.deepEqual(
    items.filter(
      ({ description }: { description: string | null }) => !/^[A-Z][^.]+$/.test(description ?? ''),
    ),
    [],
  )
})

test('missing records return 404', async () => {
  assert.equal((await admin('POST', '/user-roles', { userId: 999_999, roleId: 1 })).statusCode, 404)
  assert.equal((await admin('POST', '/user-roles', { userId: plainId, roleId: 999_999 })).statusCode, 404)
  assert.equal((await admin('POST', '/rbac/roles/999999/permissions/1')).statusCode, 404)
  assert.equal((await admin('POST', '/rbac/roles/1/permissions/999999')).statusCode, 404)
  assert.equal((await admin('GET', '/users/999999')).statusCode, 404)
})

test('users without permissions cannot use the administration routes', async () => {
  const attempts = [
    ['POST', '/roles', { name: 'mine' }],
    ['PUT', '/roles/1', { description: 'x' }],
    ['DELETE', '/roles/1', undefined],
    ['GET', '/user-roles', undefined],
    ['POST', '/user-roles', { userId: plainId, roleId: 2 }],
    ['DELETE', '/user-roles/1', undefined],
    ['GET', '/rbac/permissions', undefined],
    ['POST', '/rbac/roles/1/permissions/1', undefined],
    ['DELETE', '/rbac/roles/1/permissions/1', undefined],
    ['GET', '/users/sync', undefined],
  ] as const
  for (const [method, url, body] of attempts)
    assert.equal((await plain(method, url, body)).statusCode, 403, `${method} ${url}`)
  assert.equal((await plain('GET', '/roles')).statusCode, 200)
})

test('users can be filtered by every documented field', async () => {
  const total = async (query: string) => (await admin('GET', `/users?${query}`)).json()._meta.total
  const all = await total('')
  assert.equal(await total(`email=${plainPerson.email.toUpperCase()}`), 1)
  assert.equal(await total('surname=samp&name=SAM'), all)
  assert.equal(await total('surname=unknown'), 0)
  assert.equal(await total('isOwner=true'), 1)
  assert.equal(await total(`passportId=${plainPerson.passportId}`), 1)
  assert.equal(await total(`ids=${plainId},${adminId}`), 2)
  assert.equal(await total('post=clerk'), 0)
  assert.equal(await total(`search=${plainPerson.email.slice(0, -4)}`), 1)
  assert.equal(await total('createdTo=2000-01-01'), 0)
  assert.equal(await total('updatedFrom=2000-01-01'), all)
  assert.equal(await total('search=%25'), 0)
})
