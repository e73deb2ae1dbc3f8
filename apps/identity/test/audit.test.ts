import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotateClientSecret, setClientActive } from '#oauth/manage-clients.ts'
import { rotateSigningKey } from '#tokens/rotate-signing-key.ts'
import { startIdentity } from './identity-service.ts'
import { aClient, as, aUser, signIn } from './people.ts'

const identity = await startIdentity()
const owner = await aUser(identity, 'owner')
const admin = await aUser(identity, 'admin')

test('who signed in and who failed is told with address and time, never with a secret', async () => {
  const person = await aUser(identity)
  await signIn(identity, person)
  const wrong = { username: person.email, password: 'unmistakable-secret-8' }
  await identity.app.inject({ method: 'POST', url: '/auth/login', payload: wrong })
  const call = as(identity, (await signIn(identity, owner)).access_token)
  const response = await call('GET', `/audit?subjectType=user&subjectId=${person.id}`)
  assert.equal(response.statusCode, 200)
  const { items, _meta } = response.json()
  assert.deepEqual(
    items.map(({ action, actorId, address }: Record<string, unknown>) => [action, actorId, address]),
    [
      ['sign-in.failed', null, '127.0.0.1'],
      ['sign-in.succeeded', person.id, '127.0.0.1'],
    ],
  )
  assert.equal(_meta.total, 2)
  assert.match(items[0].at, /Z$/)
  assert.doesNotMatch(response.body, /unmistakable|argon2/)
})

test('who did it and to what goes by name, and a user is found on both sides', async () => {
  const person = await aUser(identity)
  const call = as(identity, (await signIn(identity, owner)).access_token)
  await call('DELETE', `/users/${person.id}`)
  const [about] = (await call('GET', `/audit?userId=${person.id}`)).json().items
  assert.equal(about.action, 'user.archived')
  assert.deepEqual([about.actorName, about.subjectName], ['Sam Sample', 'Sam Sample'])
  const [latest] = (await call('GET', `/audit?userId=${owner.id}`)).json().items
  assert.equal(latest.id, about.id)
  const { id } = (await call('POST', '/posts', { name: 'Gardener' })).json().item
  const named = async () => (await call('GET', `/audit?subjectType=post&subjectId=${id}`)).json().items[0]
  assert.equal((await named()).subjectName, 'Gardener')
  await call('DELETE', `/posts/${id}`)
  assert.equal((await named()).subjectName, null)
})

test('it is filtered by action, actor and time, newest first', async () => {
  const call = as(identity, (await signIn(identity, owner)).access_token)
  const failures = (await call('GET', '/audit?action=sign-in.failed')).json()
  assert.ok(failures.items.every(({ action }: { action: string }) => action === 'sign-in.failed'))
  assert.equal((await call('GET', '/audit?from=2999-01-01T00:00:00Z')).json()._meta.total, 0)
  assert.equal((await call('GET', '/audit?to=2000-01-01T00:00:00Z')).json()._meta.total, 0)
  const own = (await call('GET', `/audit?actorId=${owner.id}&orderBy=id`)).json().items
  assert.ok(own.length > 0)
  assert.equal((await call('GET', '/audit?from=yesterday')).statusCode, 422)
})

test('what the console does to clients and keys is told, without their secrets', async () => {
  const { clientId } = await aClient(identity)
  await setClientActive(identity.deps, clientId, false)
  await setClientActive(identity.deps, clientId, true)
  const secret = await rotateClientSecret(identity.deps, clientId)
  const { kid } = await rotateSigningKey(identity.deps, 0)
  const call = as(identity, (await signIn(identity, owner)).access_token)
  const clients = await call('GET', '/audit?subjectType=client&orderBy=id')
  assert.deepEqual(
    clients.json().items.map(({ action, clientId: about }: Record<string, string>) => [action, about]),
    ['client.created', 'client.disabled', 'client.enabled', 'client.secret_rotated'].map(action => [
      action,
      clientId,
    ]),
  )
  assert.ok(!clients.body.includes(secret))
  assert.equal((await call('GET', '/audit?action=key.rotated')).json().items[0].details.kid, kid)
})

test('it is for owners', async () => {
  const response = await as(identity, (await signIn(identity, admin)).access_token)('GET', '/audit')
  assert.equal(response.statusCode, 403)
})
