import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { as, asPerson, createUser, introspect, type Person, signIn } from '../people.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { app, deps } = identity
const owner = await createUser(identity, 'owner')
const asOwner = await asPerson(identity, owner)
const admin = await createUser(identity, 'admin')
const adminToken = (await signIn(identity, admin)).access_token
const asAdmin = as(identity, adminToken)
const roles = await deps.db.selectFrom('roles').select(['id', 'name']).execute()

function roleId(name: string) {
  return roles.find(role => role.name === name)?.id ?? 0
}

const MISSING = 999_999

async function change(call: typeof asAdmin, action: string, people: (Person | number)[], more: object = {}) {
  const userIds = people.map(person => (typeof person === 'number' ? person : person.id))
  const response = await call('POST', `/users/bulk/${action}`, { userIds, ...more })
  assert.equal(response.statusCode, 200, response.body)
  const { refusals, ...outcome } = response.json().item
  return {
    ...outcome,
    refusals: refusals.map(({ userId, code }: { userId: number; code: string }) => [userId, code]),
  }
}

async function auditOf(action: string, { id }: Person) {
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('action', '=', action)
    .where('subjectId', '=', id)
    .select('actorId')
    .execute()
  return entries.map(({ actorId }) => actorId)
}

test('those who can be archived are, and the others are listed with the reason', async () => {
  const [ann, bob, gone] = [
    await createUser(identity),
    await createUser(identity),
    await createUser(identity),
  ]
  const session = await signIn(identity, ann)
  await asAdmin('DELETE', `/users/${gone.id}`)
  assert.deepEqual(await change(asAdmin, 'archive', [MISSING, owner, bob, gone, ann]), {
    changedIds: [ann.id, bob.id],
    unchangedIds: [gone.id],
    refusals: [
      [owner.id, 'user_above_own_role'],
      [MISSING, 'user_not_found'],
    ],
  })
  for (const instance of [identity, second])
    assert.equal((await introspect(instance, session.access_token)).active, false)
  assert.deepEqual(await auditOf('user.archived', ann), [admin.id])
  assert.deepEqual(await auditOf('user.archived', owner), [])
  assert.equal((await asAdmin('GET', `/users/${owner.id}`)).json().item.status, 'active')

  assert.deepEqual(await change(asAdmin, 'restore', [ann, bob, admin]), {
    changedIds: [ann.id, bob.id],
    unchangedIds: [admin.id],
    refusals: [],
  })
  assert.deepEqual(await auditOf('user.restored', bob), [admin.id])
})

test('reasons are in the language of the caller', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/users/bulk/archive',
    payload: { userIds: [owner.id] },
    headers: { authorization: `Bearer ${adminToken}`, 'accept-language': 'ru' },
  })
  assert.match(response.json().item.refusals[0].message, /[а-я]/)
})

test('sessions of several users end, and their users can sign in again', async () => {
  const people = [await createUser(identity), await createUser(identity)]
  const sessions = [await signIn(identity, people[0] as Person), await signIn(identity, people[1] as Person)]
  const { changedIds } = await change(asAdmin, 'end-sessions', people)
  assert.equal(changedIds.length, 2)
  for (const { access_token } of sessions)
    assert.equal((await introspect(second, access_token)).active, false)
  await signIn(identity, people[0] as Person)
})

test('a role is assigned to several users and unassigned from them', async () => {
  const [ann, bob] = [await createUser(identity, 'manager'), await createUser(identity)]
  const role = { roleId: roleId('manager') }
  assert.deepEqual(await change(asAdmin, 'assign-role', [ann, bob, owner], role), {
    changedIds: [bob.id],
    unchangedIds: [ann.id],
    refusals: [[owner.id, 'user_above_own_role']],
  })
  assert.ok((await asAdmin('GET', `/users/${bob.id}`)).json().item.roles.includes('manager'))
  assert.deepEqual(await change(asAdmin, 'unassign-role', [ann, bob], role), {
    changedIds: [ann.id, bob.id],
    unchangedIds: [],
    refusals: [],
  })
  assert.deepEqual(await auditOf('role.removed', ann), [admin.id])
  for (const [action, wanted, expected] of [
    ['assign-role', roleId('owner'), [403, 'role_above_own_role']],
    ['unassign-role', roleId('owner'), [403, 'role_above_own_role']],
    ['assign-role', MISSING, [422, 'validation_failed']],
  ] as const) {
    const refused = await asAdmin('POST', `/users/bulk/${action}`, { userIds: [ann.id], roleId: wanted })
    assert.deepEqual([refused.statusCode, refused.json().error.details.reason], expected)
  }
})

test('several users join a group, unless it has a role that the caller could not assign', async () => {
  const [ann, bob] = [await createUser(identity), await createUser(identity)]
  const group = (await asOwner('POST', '/groups', { name: 'Night shift' })).json().item
  await asOwner('PUT', `/groups/${group.id}/members/${ann.id}`)
  assert.deepEqual(await change(asAdmin, 'add-to-group', [ann, bob], { groupId: group.id }), {
    changedIds: [bob.id],
    unchangedIds: [ann.id],
    refusals: [],
  })
  assert.equal((await asAdmin('GET', `/groups/${group.id}`)).json().item.memberCount, 2)
  await asOwner('PUT', `/groups/${group.id}/roles/${roleId('owner')}`)
  const refused = await asAdmin('POST', '/users/bulk/add-to-group', {
    userIds: [admin.id],
    groupId: group.id,
  })
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [403, 'role_above_own_role'])
  const unknown = await asAdmin('POST', '/users/bulk/add-to-group', { userIds: [ann.id], groupId: MISSING })
  assert.equal(unknown.statusCode, 404)
})

test('a repeated request gets the first answer and changes nothing', async () => {
  const ann = await createUser(identity)
  const send = () =>
    app.inject({
      method: 'POST',
      url: '/users/bulk/archive',
      payload: { userIds: [ann.id, MISSING] },
      headers: { authorization: `Bearer ${adminToken}`, 'idempotency-key': key },
    })
  const key = randomUUID()
  const first = (await send()).json()
  assert.deepEqual(first.item.changedIds, [ann.id])
  assert.deepEqual((await send()).json(), first)
  assert.equal((await auditOf('user.archived', ann)).length, 1)
})

test('an owner is left when several people archive owners at the same time', async () => {
  const others = [await createUser(identity, 'owner'), await createUser(identity, 'owner')]
  const everyone = [owner, ...others]
  const callers = await Promise.all(
    everyone.map((person, place) => asPerson(place === 1 ? second : identity, person)),
  )
  await Promise.all(
    callers.map(call => call('POST', '/users/bulk/archive', { userIds: everyone.map(({ id }) => id) })),
  )
  const found = await Promise.all(everyone.map(({ id }) => asAdmin('GET', `/users/${id}`)))
  assert.deepEqual(found.map(response => response.json().item.status).toSorted(), [
    'active',
    'archived',
    'archived',
  ])
})

test('the list says who has a second factor, to those who can see the second factors of a user', async () => {
  const [withCodes, withPasskey, without] = [
    await createUser(identity),
    await createUser(identity),
    await createUser(identity),
  ]
  const at = deps.now().toISOString()
  await deps.db
    .insertInto('twoFactors')
    .values({ userId: withCodes.id, secret: 'x', createdAt: at, confirmedAt: at })
    .execute()
  await deps.db.insertInto('twoFactors').values({ userId: without.id, secret: 'x', createdAt: at }).execute()
  await deps.db
    .insertInto('passkeys')
    .values({
      userId: withPasskey.id,
      credentialId: 'only-here',
      publicKey: Buffer.from('x'),
      counter: 0,
      transports: [],
      name: 'Key',
      createdAt: at,
      backedUp: false,
    })
    .execute()
  const listed = async (hasTwoFactor: boolean) => {
    const found = (await asAdmin('GET', `/users?limit=100&hasTwoFactor=${hasTwoFactor}`)).json()
    for (const user of found.items) assert.equal(user.hasTwoFactor, hasTwoFactor)
    assert.equal(found._meta.total, found.items.length)
    return found.items.map(({ id }: Person) => id)
  }
  assert.deepEqual((await listed(true)).toSorted(), [withCodes.id, withPasskey.id])
  assert.ok((await listed(false)).includes(without.id))

  const asManager = await asPerson(identity, await createUser(identity, 'manager'))
  const [shown] = (await asManager('GET', `/users?email=${withCodes.email}`)).json().items
  assert.equal(shown.hasTwoFactor, null)
  const refused = await asManager('GET', '/users?hasTwoFactor=false')
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [403, 'permission_required'])
})
