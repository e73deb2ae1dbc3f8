import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import { setGroupsOfSource } from '#groups/source-groups.commands.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, type Person } from '../people.ts'

const identity = await sharedIdentity()
const { deps } = identity
const asOwner = await asPerson(identity, await createUser(identity, 'owner'))
const { id: managerId } = await deps.db
  .selectFrom('roles')
  .where('name', '=', 'manager')
  .select('id')
  .executeTakeFirstOrThrow()

async function createGroup(name: string) {
  return (await asOwner('POST', '/groups', { name })).json().item.id as number
}

function report({ id: userId }: Person, source: string, groupIds: number[]) {
  return inTransaction(deps, (tx, emit) => setGroupsOfSource(deps, tx, emit, { userId, source, groupIds }))
}

async function membershipsOf({ id }: Person) {
  const rows = await deps.db
    .selectFrom('groupMembers')
    .where('userId', '=', id)
    .select(['groupId', 'source'])
    .orderBy('groupId')
    .orderBy('source')
    .execute()
  return rows.map(({ groupId, source }) => [groupId, source])
}

test('a source sets the groups of a user and leaves those of other sources alone', async () => {
  const user = await createUser(identity)
  const [sales, support] = [await createGroup('Sales'), await createGroup('Support')]
  await asOwner('PUT', `/groups/${sales}/members/${user.id}`)
  await report(user, 'keycloak', [sales, support, 999_999])
  await report(user, 'entra', [support])
  assert.deepEqual(await membershipsOf(user), [
    [sales, 'keycloak'],
    [sales, 'local'],
    [support, 'entra'],
    [support, 'keycloak'],
  ])
  await report(user, 'keycloak', [support])
  await report(user, 'entra', [])
  assert.deepEqual(await membershipsOf(user), [
    [sales, 'local'],
    [support, 'keycloak'],
  ])
})

test('rights by a reported group begin and end with the next request', async () => {
  const user = await createUser(identity)
  const group = await createGroup('Managers')
  await asOwner('PUT', `/groups/${group}/roles/${managerId}`)
  const call = await asPerson(identity, user)
  assert.equal((await call('GET', '/users')).statusCode, 403)
  await report(user, 'ldap', [group])
  assert.equal((await call('GET', '/users')).statusCode, 200)
  await report(user, 'ldap', [])
  assert.equal((await call('GET', '/users')).statusCode, 403)
})
