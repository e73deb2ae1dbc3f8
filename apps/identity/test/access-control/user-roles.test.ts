import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity, startIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser, type Person } from '../people.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { deps } = identity
const owner = await createUser(identity, 'owner')
const admin = await createUser(identity, 'admin')
const asOwner = await asPerson(identity, owner)
const asAdmin = await asPerson(identity, admin)

const roles = await deps.db.selectFrom('roles').select(['id', 'name']).execute()

function roleId(name: string) {
  return roles.find(role => role.name === name)?.id ?? 0
}

async function assignmentOf({ id }: Person, name: string): Promise<number> {
  const list = await asOwner('GET', `/user-roles?userId=${id}&roleId=${roleId(name)}`)
  return list.json().items[0]?.id
}

test('assigning and removing a role takes effect on the next request on every instance', async () => {
  const user = await createUser(identity)
  const there = await asPerson(second, user)
  assert.equal((await there('GET', '/users')).statusCode, 403)
  const assigned = await asAdmin('POST', '/user-roles', { userId: user.id, roleId: roleId('manager') })
  assert.equal(assigned.statusCode, 200, assigned.body)
  const { id, assignedAt, ...rest } = assigned.json().item
  assert.deepEqual(rest, {
    userId: user.id,
    roleId: roleId('manager'),
    role: 'manager',
    assignedBy: admin.id,
  })
  assert.equal((await there('GET', '/users')).statusCode, 200)
  const again = await asAdmin('POST', '/user-roles', { userId: user.id, roleId: roleId('manager') })
  assert.deepEqual([again.statusCode, again.json().error.details.reason], [409, 'role_already_assigned'])
  assert.deepEqual((await asOwner('GET', `/user-roles?userId=${user.id}&orderBy=-id`)).json().items[0], {
    id,
    assignedAt,
    ...rest,
  })
  assert.equal((await asAdmin('DELETE', `/user-roles/${id}`)).statusCode, 200)
  assert.equal((await there('GET', '/users')).statusCode, 403)
  assert.equal((await asAdmin('DELETE', `/user-roles/${id}`)).statusCode, 404)
})

test('assignments can be filtered by user, role, assigner and date', async () => {
  const total = async (query: string) => (await asOwner('GET', `/user-roles?${query}`)).json()._meta?.total
  const user = await createUser(identity)
  await asAdmin('POST', '/user-roles', { userId: user.id, roleId: roleId('manager') })
  assert.equal(await total(`userId=${user.id}`), 2)
  assert.equal(await total(`userId=${user.id}&assignedBy=${admin.id}`), 1)
  assert.equal(await total(`roleId=${roleId('owner')}`), 1)
  const { items } = (await asOwner('GET', `/user-roles?userId=${user.id}&orderBy=id`)).json()
  const [from, to] = items.map(({ assignedAt }: { assignedAt: string }) => assignedAt.slice(0, 10))
  assert.equal(await total(`userId=${user.id}&assignedFrom=${from}&assignedTo=${to}`), 2)
  assert.equal(await total('assignedTo=2020-01-01T00:00:00Z'), 0)
  for (const query of ['assignedFrom=yesterday', 'userId=x', 'assignedTo=2026-13-01', 'orderBy=role'])
    assert.equal((await asOwner('GET', `/user-roles?${query}`)).statusCode, 422, query)
  assert.equal((await asOwner('GET', '/user-roles?assignedFrom=0000-01-01')).statusCode, 400)
})

test('unknown users and roles are reported', async () => {
  for (const [field, body] of [
    ['userId', { userId: 999_999, roleId: roleId('user') }],
    ['roleId', { userId: admin.id, roleId: 999_999 }],
    ['level', { userId: admin.id, roleId: roleId('manager'), level: 1 }],
  ] as const) {
    const refused = await asOwner('POST', '/user-roles', body)
    assert.equal(refused.statusCode, 422)
    assert.deepEqual(Object.keys(refused.json().error.details.errors), [field])
  }
})

test('roles and users of a higher level cannot be changed', async () => {
  const user = await createUser(identity)
  const otherOwner = await createUser(identity, 'owner')
  for (const call of [asAdmin, await asClient(identity, 'user:manage')]) {
    const raise = await call('POST', '/user-roles', { userId: user.id, roleId: roleId('owner') })
    assert.equal(raise.statusCode, 403, raise.body)
    const touch = await call('POST', '/user-roles', { userId: owner.id, roleId: roleId('manager') })
    assert.equal(touch.statusCode, 403)
    for (const role of ['owner', 'user']) {
      const remove = await call('DELETE', `/user-roles/${await assignmentOf(otherOwner, role)}`)
      assert.equal(remove.statusCode, 403)
    }
  }
  const self = await asAdmin('POST', '/user-roles', { userId: admin.id, roleId: roleId('owner') })
  assert.equal(self.statusCode, 403)
  const peer = await asAdmin('POST', '/user-roles', { userId: user.id, roleId: roleId('admin') })
  assert.equal(peer.statusCode, 200)
  assert.equal(
    (await asOwner('DELETE', `/user-roles/${await assignmentOf(otherOwner, 'owner')}`)).statusCode,
    200,
  )
})

test('the last owner cannot lose the role', async () => {
  const refused = await asOwner('DELETE', `/user-roles/${await assignmentOf(owner, 'owner')}`)
  assert.equal(refused.statusCode, 409, refused.body)
})

test('concurrent demotions of the last two owners leave one owner', async () => {
  const fresh = await startIdentity()
  const other = await fresh.startInstance()
  const owners = () =>
    fresh.deps.db
      .selectFrom('userRoles')
      .where('roleId', '=', roleId('owner'))
      .select(['id', 'userId'])
      .execute()
  let survivor = await createUser(fresh, 'owner')
  for (let round = 0; round < 6; round += 1) {
    const newcomer = await createUser(fresh, 'owner')
    const calls = [await asPerson(fresh, survivor), await asPerson(other, newcomer)] as const
    const ids = (await owners()).map(({ id }) => id)
    // In one round both demote themselves, in the next each other.
    const [first, last] = round % 2 ? ids : ids.toReversed()
    const answers = await Promise.all([
      calls[0]('DELETE', `/user-roles/${first}`),
      calls[1]('DELETE', `/user-roles/${last}`),
    ])
    const codes = answers.map(({ statusCode }) => statusCode)
    assert.ok(codes.includes(200) && (codes.includes(409) || codes.includes(403)), String(codes))
    const [left, ...more] = await owners()
    assert.equal(more.length, 0)
    survivor = left?.userId === newcomer.id ? newcomer : survivor
  }
})

test('assignments and removals are logged', async () => {
  const user = await createUser(identity)
  await asAdmin('POST', '/user-roles', { userId: user.id, roleId: roleId('manager') })
  await asAdmin('DELETE', `/user-roles/${await assignmentOf(user, 'manager')}`)
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectId', '=', user.id)
    .where('action', 'like', 'role.%')
    .select(['action', 'actorId', 'details'])
    .orderBy('id')
    .execute()
  const details = { roleId: roleId('manager'), role: 'manager' }
  assert.deepEqual(entries, [
    { action: 'role.assigned', actorId: admin.id, details },
    { action: 'role.removed', actorId: admin.id, details },
  ])
})
