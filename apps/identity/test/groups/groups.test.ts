import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser, type Person } from '../people.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { deps } = identity
const admin = await createUser(identity, 'admin')
const asOwner = await asPerson(identity, await createUser(identity, 'owner'))
const asAdmin = await asPerson(identity, admin)

const roles = await deps.db.selectFrom('roles').select(['id', 'name']).execute()
let groups = 0

function roleId(name: string) {
  return roles.find(role => role.name === name)?.id ?? 0
}

async function createGroup(...roleNames: string[]) {
  groups += 1
  const created = await asOwner('POST', '/groups', { name: `Group ${groups}` })
  assert.equal(created.statusCode, 200, created.body)
  const { id } = created.json().item
  for (const name of roleNames) {
    assert.equal((await asOwner('PUT', `/groups/${id}/roles/${roleId(name)}`)).statusCode, 200)
  }
  return id as number
}

function reasonOf(response: { statusCode: number; json: () => { error: { details: { reason: string } } } }) {
  return [response.statusCode, response.json().error.details.reason]
}

/** As SCIM or a sign-in provider reports it. */
async function addFromElsewhere(groupId: number, { id: userId }: Person, source = 'scim') {
  await deps.db.insertInto('groupMembers').values({ groupId, userId, source }).execute()
}

test('a group has a name, roles and members', async () => {
  const created = await asAdmin('POST', '/groups', { name: ' Sales ', description: 'Sells' })
  const { id, createdAt, updatedAt, ...group } = created.json().item
  assert.deepEqual(group, {
    name: 'Sales',
    description: 'Sells',
    source: 'local',
    externalId: null,
    memberCount: 0,
    roles: [],
  })
  const withRole = await asAdmin('PUT', `/groups/${id}/roles/${roleId('manager')}`)
  assert.deepEqual(withRole.json().item.roles, [{ id: roleId('manager'), name: 'manager', level: 20 }])
  const user = await createUser(identity)
  const added = await asAdmin('PUT', `/groups/${id}/members/${user.id}`)
  const { addedAt, ...member } = added.json().item
  assert.deepEqual(member, {
    userId: user.id,
    surname: 'Sample',
    name: 'Sam',
    patronymic: null,
    email: user.email,
    isArchived: false,
    source: 'local',
    sources: ['local'],
  })
  const members = (await asAdmin('GET', `/groups/${id}/members`)).json()
  assert.deepEqual([members.items, members._meta.total], [[{ ...member, addedAt }], 1])
  assert.equal((await asAdmin('GET', `/groups/${id}`)).json().item.memberCount, 1)
  const found = (await asAdmin('GET', `/groups?userId=${user.id}&search=sal&source=local`)).json().items
  assert.deepEqual(
    found.map((each: { id: number }) => each.id),
    [id],
  )
  assert.equal((await asAdmin('GET', `/groups/${id}/members?search=sample`)).json()._meta.total, 1)
  assert.equal((await asAdmin('GET', `/groups/${id}/members?search=nobody`)).json()._meta.total, 0)
  const renamed = await asAdmin('PUT', `/groups/${id}`, { name: 'Sales team' })
  assert.deepEqual([renamed.json().item.name, renamed.json().item.description], ['Sales team', 'Sells'])
})

test('names are unique whatever their letter case, and unknown ids are reported', async () => {
  const id = await createGroup()
  const again = await asOwner('POST', '/groups', { name: `GROUP ${groups}` })
  assert.deepEqual(reasonOf(again), [409, 'group_name_taken'])
  const user = await createUser(identity)
  for (const [method, path, reason] of [
    ['GET', '/groups/999999', 'group_not_found'],
    ['GET', '/groups/999999/members', 'group_not_found'],
    ['PUT', `/groups/999999/members/${user.id}`, 'group_not_found'],
    ['PUT', `/groups/${id}/members/999999`, 'user_not_found'],
    ['DELETE', `/groups/${id}/members/${user.id}`, 'group_member_not_found'],
    ['PUT', `/groups/${id}/roles/999999`, 'role_not_found'],
    ['DELETE', `/groups/${id}/roles/${roleId('user')}`, 'group_role_not_found'],
  ] as const)
    assert.deepEqual(reasonOf(await asOwner(method, path)), [404, reason], path)
  const refused = await asOwner('POST', '/groups', { name: 'Two\nlines', source: 'scim' })
  assert.deepEqual(Object.keys(refused.json().error.details.errors).sort(), ['name', 'source'])
})

test('members have the roles of a group with their next request on every instance', async () => {
  const id = await createGroup()
  const user = await createUser(identity)
  const there = await asPerson(second, user)
  const status = async () => (await there('GET', '/users')).statusCode
  assert.equal(await status(), 403)
  await asAdmin('PUT', `/groups/${id}/members/${user.id}`)
  assert.equal(await status(), 403)
  await asAdmin('PUT', `/groups/${id}/roles/${roleId('manager')}`)
  assert.equal(await status(), 200)
  assert.deepEqual((await there('GET', '/users/me')).json().item.roles, ['user', 'manager'])
  assert.equal((await asAdmin('GET', `/users?roleId=${roleId('manager')}`)).json()._meta.total > 0, true)
  await asAdmin('DELETE', `/groups/${id}/members/${user.id}`)
  assert.equal(await status(), 403)
  await asAdmin('PUT', `/groups/${id}/members/${user.id}`)
  assert.equal(await status(), 200)
  await asAdmin('DELETE', `/groups/${id}/roles/${roleId('manager')}`)
  assert.equal(await status(), 403)
  await asAdmin('PUT', `/groups/${id}/roles/${roleId('manager')}`)
  await asAdmin('DELETE', `/groups/${id}`)
  assert.equal(await status(), 403)
})

test('an explanation names the group that grants a permission', async () => {
  const id = await createGroup('manager')
  const { name } = (await asOwner('GET', `/groups/${id}`)).json().item
  const user = await createUser(identity)
  await addFromElsewhere(id, user, 'entra')
  const explained = await asOwner('GET', `/rbac/explain?userId=${user.id}&method=GET&path=/users`)
  const { verdict, steps, grantedBy, user: explainedUser } = explained.json().item
  assert.deepEqual([verdict, explainedUser.level], ['yes', 20])
  assert.deepEqual(grantedBy, [
    { role: 'manager', level: 20, permissions: ['users.list'], group: { id, name, source: 'local' } },
  ])
  assert.equal(steps.at(-1).reason, `users.list is granted by the role manager (group ${name}).`)
})

test('nobody assigns by a group what they could not assign to a user', async () => {
  const owners = await createGroup('owner')
  const plain = await createGroup()
  const user = await createUser(identity)
  const asService = await asClient(identity, 'user:manage user:read')
  for (const call of [asAdmin, asService]) {
    for (const [method, path] of [
      ['PUT', `/groups/${plain}/roles/${roleId('owner')}`],
      ['DELETE', `/groups/${owners}/roles/${roleId('owner')}`],
      ['PUT', `/groups/${owners}/members/${user.id}`],
      ['DELETE', `/groups/${owners}`],
    ] as const)
      assert.deepEqual(reasonOf(await call(method, path)), [403, 'role_above_own_role'], `${method} ${path}`)
    const renamed = await call('PUT', `/groups/${owners}`, { name: 'Mine' })
    assert.deepEqual(reasonOf(renamed), [403, 'role_above_own_role'])
  }
  const custom = { name: 'permission-admin', level: 5, permissions: ['rbac.permissions.manage'] }
  const beyond = (await asOwner('POST', '/roles', custom)).json().item
  const refused = await asAdmin('PUT', `/groups/${plain}/roles/${beyond.id}`)
  assert.deepEqual(reasonOf(refused), [403, 'role_beyond_own'])
  await asOwner('PUT', `/groups/${plain}/roles/${beyond.id}`)
  assert.deepEqual(reasonOf(await asAdmin('PUT', `/groups/${plain}/members/${admin.id}`)), [
    403,
    'role_beyond_own',
  ])
  await asOwner('PUT', `/groups/${owners}/members/${user.id}`)
  assert.deepEqual(reasonOf(await asAdmin('DELETE', `/users/${user.id}`)), [403, 'user_above_own_role'])
})

test('an owner by a group does not count as the last owner', async () => {
  const alone = await identity.deps.db
    .selectFrom('userRoles')
    .where('roleId', '=', roleId('owner'))
    .select(['id', 'userId'])
    .execute()
  assert.equal(alone.length, 1)
  const byGroup = await createUser(identity)
  await asOwner('PUT', `/groups/${await createGroup('owner')}/members/${byGroup.id}`)
  const asOther = await asPerson(identity, byGroup)
  const refused = await asOther('DELETE', `/user-roles/${alone[0]?.id}`)
  assert.deepEqual(reasonOf(refused), [409, 'last_owner'])
  assert.deepEqual(reasonOf(await asOther('DELETE', `/users/${alone[0]?.userId}`)), [409, 'last_owner'])
})

test('each source removes only its own memberships', async () => {
  const id = await createGroup()
  const user = await createUser(identity)
  await addFromElsewhere(id, user)
  const managed = await asAdmin('DELETE', `/groups/${id}/members/${user.id}`)
  assert.deepEqual(reasonOf(managed), [409, 'membership_managed_elsewhere'])
  const added = await asAdmin('PUT', `/groups/${id}/members/${user.id}`)
  const { source, sources } = added.json().item
  assert.deepEqual([source, sources], ['local', ['local', 'scim']])
  assert.equal((await asAdmin('GET', `/groups/${id}`)).json().item.memberCount, 1)
  assert.equal((await asAdmin('DELETE', `/groups/${id}/members/${user.id}`)).statusCode, 200)
  const [member] = (await asAdmin('GET', `/groups/${id}/members`)).json().items
  assert.deepEqual(member.sources, ['scim'])
  await deps.db.updateTable('groups').set({ source: 'scim' }).where('id', '=', id).execute()
  const renamed = await asAdmin('PUT', `/groups/${id}`, { name: 'Another name' })
  assert.deepEqual(reasonOf(renamed), [409, 'group_managed_elsewhere'])
  assert.equal((await asAdmin('PUT', `/groups/${id}`, { description: 'Ours' })).statusCode, 200)
})

test('a group that is deleted while members are added leaves nothing behind', async () => {
  const there = await asPerson(second, admin)
  for (let round = 0; round < 5; round += 1) {
    const id = await createGroup('manager')
    const people = await Promise.all([1, 2, 3].map(() => createUser(identity)))
    const [deleted, ...added] = await Promise.all([
      asAdmin('DELETE', `/groups/${id}`),
      ...people.map(person => there('PUT', `/groups/${id}/members/${person.id}`)),
      there('PUT', `/groups/${id}/roles/${roleId('user')}`),
    ])
    assert.equal(deleted?.statusCode, 200)
    for (const answer of added) assert.ok([200, 404].includes(answer.statusCode), answer.body)
    for (const table of ['groupMembers', 'groupRoles'] as const) {
      const left = await deps.db.selectFrom(table).where('groupId', '=', id).select('groupId').execute()
      assert.deepEqual(left, [])
    }
  }
})

test('changes are audited and memberships are in the export of a user', async () => {
  const id = await createGroup()
  const user = await createUser(identity)
  await asAdmin('PUT', `/groups/${id}/members/${user.id}`)
  await asAdmin('PUT', `/groups/${id}/members/${user.id}`)
  await asAdmin('DELETE', `/groups/${id}/members/${user.id}`)
  const audit = (await asOwner('GET', '/audit?subjectType=group&limit=1000&orderBy=id')).json().items
  const own = audit.filter((entry: { subjectId: number }) => entry.subjectId === id)
  const actions = own.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['group.created', 'group.member_added', 'group.member_removed'])
  await addFromElsewhere(id, user)
  const exported = await (await asPerson(identity, user))('GET', `/users/${user.id}/export`)
  const [membership] = exported.json().item.groups
  assert.deepEqual([membership.id, membership.source], [id, 'scim'])
})
