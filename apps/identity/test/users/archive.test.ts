import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser, introspect, signIn } from '../people.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { app, deps } = identity
const owner = await createUser(identity, 'owner')
const admin = await createUser(identity, 'admin')

test('archiving ends all sessions on every instance, and a restored user has to sign in again', async () => {
  const user = await createUser(identity)
  const session = await signIn(identity, user)
  assert.equal((await introspect(second, session.access_token)).active, true)
  const call = await asPerson(identity, admin)
  const archived = await call('DELETE', `/users/${user.id}`)
  assert.equal(archived.statusCode, 200, archived.body)
  assert.equal(archived.json().item.status, 'archived')
  assert.notEqual(archived.json().item.archivedAt, null)
  for (const instance of [identity, second])
    assert.equal((await introspect(instance, session.access_token)).active, false)

  const login = () =>
    app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: user.email, password: user.password },
    })
  const wrong = await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: 'nobody@example.org', password: user.password },
  })
  assert.equal((await login()).statusCode, 401)
  assert.equal((await login()).json().error.message, wrong.json().error.message)
  assert.equal((await call('DELETE', `/users/${user.id}`)).statusCode, 409)

  const restored = await call('POST', `/users/${user.id}/restore`)
  assert.deepEqual([restored.json().item.status, restored.json().item.archivedAt], ['active', null])
  assert.equal((await introspect(identity, session.access_token)).active, false)
  const { refresh_token } = session
  const refresh = await app.inject({ method: 'POST', url: '/auth/refresh', cookies: { refresh_token } })
  assert.equal(refresh.statusCode, 401)
  assert.equal((await login()).statusCode, 200)
  assert.equal((await call('POST', `/users/${user.id}/restore`)).statusCode, 409)
})

test('users of a higher level cannot be archived or restored', async () => {
  const archivedOwner = await createUser(identity, 'owner')
  assert.equal(
    (await (await asPerson(identity, owner))('DELETE', `/users/${archivedOwner.id}`)).statusCode,
    200,
  )
  for (const call of [await asPerson(identity, admin), await asClient(identity, 'user:manage')]) {
    assert.equal((await call('DELETE', `/users/${owner.id}`)).statusCode, 403)
    assert.equal((await call('POST', `/users/${archivedOwner.id}/restore`)).statusCode, 403)
    assert.equal((await call('DELETE', '/users/999999')).statusCode, 404)
    assert.equal((await call('POST', '/users/999999/restore')).statusCode, 404)
  }
})

test('the last active owner cannot be archived', async () => {
  const refused = await (await asPerson(identity, owner))('DELETE', `/users/${owner.id}`)
  assert.equal(refused.statusCode, 409, refused.body)
  assert.match(refused.json().error.message, /last owner/)
  assert.equal(refused.json().error.details.reason, 'last_owner')
})

test('of two owners who archive each other concurrently one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await createUser(identity, 'owner')
    const [first, secondCall] = [await asPerson(identity, owner), await asPerson(second, other)]
    const answers = await Promise.all([
      first('DELETE', `/users/${owner.id}`),
      secondCall('DELETE', `/users/${other.id}`),
    ])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
    await deps.db.updateTable('users').set({ archivedAt: null }).where('id', '=', owner.id).execute()
    await deps.db
      .updateTable('users')
      .set({ archivedAt: new Date().toISOString() })
      .where('id', '=', other.id)
      .execute()
  }
})

test('of concurrent requests to archive a user one succeeds', async () => {
  const user = await createUser(identity)
  const call = await asPerson(identity, admin)
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('DELETE', `/users/${user.id}`)))
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409, 409])
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectId', '=', user.id)
    .where('action', '=', 'user.archived')
    .select('actorId')
    .execute()
  assert.deepEqual(entries, [{ actorId: admin.id }])
})
