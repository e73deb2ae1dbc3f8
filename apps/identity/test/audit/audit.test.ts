import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart } from '@atrium/testing/forms'
import { rotateClientSecret, setClientActive } from '#oauth/clients/client.commands.ts'
import { registerUser } from '#registration/registration.commands.ts'
import type { Registration } from '#registration/registration.contract.ts'
import { rotateSigningKey } from '#tokens/signing-key.commands.ts'
import { obtainCode, redeem } from '../authorize-flow.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, registerClient, registrationInput, signIn } from '../people.ts'

const identity = await sharedIdentity()
const owner = await createUser(identity, 'owner')
const admin = await createUser(identity, 'admin')

test('sign-ins and failed attempts are logged with address and time, but without secrets', async () => {
  const person = await createUser(identity)
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
      ['user.registered', person.id, '127.0.0.1'],
    ],
  )
  assert.equal(_meta.total, 3)
  assert.match(items[0].at, /Z$/)
  assert.doesNotMatch(response.body, /unmistakable|argon2/)
})

test('entries have the names of the actor and the subject, and can be filtered by either', async () => {
  const person = await createUser(identity)
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

test('the log can be filtered by action, actor and time, newest first', async () => {
  const call = as(identity, (await signIn(identity, owner)).access_token)
  const failures = (await call('GET', '/audit?action=sign-in.failed')).json()
  assert.ok(failures.items.every(({ action }: { action: string }) => action === 'sign-in.failed'))
  assert.equal((await call('GET', '/audit?from=2999-01-01T00:00:00Z')).json()._meta.total, 0)
  assert.equal((await call('GET', '/audit?to=2000-01-01T00:00:00Z')).json()._meta.total, 0)
  const own = (await call('GET', `/audit?actorId=${owner.id}&orderBy=id`)).json().items
  assert.ok(own.length > 0)
  assert.equal((await call('GET', '/audit?from=yesterday')).statusCode, 422)
})

test('console changes to clients and keys are logged without secrets', async () => {
  const { clientId } = await registerClient(identity)
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

/** The entries about a user, as the owner reads them. */
async function listEntries(userId: number, action: string) {
  const call = as(identity, (await signIn(identity, owner)).access_token)
  return (await call('GET', `/audit?subjectType=user&subjectId=${userId}&action=${action}`)).json().items
}

test('registrations and accounts created by others are logged with the actor', async () => {
  const registered = await identity.app.inject({
    method: 'POST',
    url: '/users',
    payload: registrationInput(),
  })
  const { id } = registered.json().item
  const [own] = await listEntries(id, 'user.registered')
  assert.deepEqual([own.actorId, own.requestId], [id, registered.headers['x-request-id']])

  const call = as(identity, (await signIn(identity, admin)).access_token)
  const created = await call('POST', '/users', registrationInput())
  const [byAdmin] = await listEntries(created.json().item.id, 'user.created')
  assert.deepEqual([byAdmin.actorId, byAdmin.requestId], [admin.id, created.headers['x-request-id']])
  assert.deepEqual(await listEntries(created.json().item.id, 'user.registered'), [])

  const plain = as(identity, (await signIn(identity, await createUser(identity))).access_token)
  const another = (await plain('POST', '/users', registrationInput())).json().item
  assert.equal((await listEntries(another.id, 'user.registered'))[0].actorId, another.id)

  const byConsole = await registerUser(identity.deps, registrationInput() as Registration)
  const [entry] = await listEntries(byConsole.id, 'user.created')
  assert.deepEqual([entry.actorId, entry.requestId, entry.address], [null, null, null])
})

test('signing out, here or everywhere, is logged once with the session and the request', async () => {
  const person = await createUser(identity)
  const cookies = { ...(await signIn(identity, person)) }
  const signedOut = await identity.app.inject({ method: 'POST', url: '/auth/logout', cookies })
  await identity.app.inject({ method: 'POST', url: '/auth/logout', cookies })
  const [entry, ...others] = await listEntries(person.id, 'session.signed_out')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [entry.actorId, entry.clientId, entry.address, entry.requestId],
    [person.id, 'atrium', '127.0.0.1', signedOut.headers['x-request-id']],
  )
  assert.ok(entry.details.sessionId > 0)

  const call = as(identity, (await signIn(identity, person)).access_token)
  const everywhere = await call('POST', '/auth/logout-all')
  const [all] = await listEntries(person.id, 'session.signed_out_everywhere')
  assert.deepEqual([all.actorId, all.requestId], [person.id, everywhere.headers['x-request-id']])
})

test('reused refresh tokens and replayed codes are logged', async () => {
  const { deps } = identity
  const person = await createUser(identity)
  const { refresh_token } = await signIn(identity, person)
  const refresh = () =>
    identity.app.inject({ method: 'POST', url: '/auth/refresh', cookies: { refresh_token } })
  assert.equal((await refresh()).statusCode, 200)
  const { now } = deps
  deps.now = () => new Date(now().getTime() + 3_600_000)
  const reused = await refresh()
  assert.equal(reused.statusCode, 401)
  await refresh()
  deps.now = now
  const [reuse, ...more] = await listEntries(person.id, 'session.refresh_reused')
  assert.deepEqual(more, [])
  assert.deepEqual(
    [reuse.actorId, reuse.clientId, reuse.address, reuse.requestId],
    [null, 'atrium', '127.0.0.1', reused.headers['x-request-id']],
  )

  const client = await registerClient(identity)
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  assert.equal((await redeem(identity, client, { code })).statusCode, 200)
  const replayed = await redeem(identity, client, { code })
  assert.equal(replayed.statusCode, 400)
  const [replay] = await listEntries(person.id, 'session.code_replayed')
  assert.deepEqual([replay.clientId, replay.requestId], [client.clientId, replayed.headers['x-request-id']])
})

test('every entry has the id of its request, even with concurrent requests', async () => {
  const person = await createUser(identity)
  const call = as(identity, (await signIn(identity, owner)).access_token)
  const { payload, contentType } = multipart({ name: 'Renamed' })
  const authorization = `Bearer ${(await signIn(identity, owner)).access_token}`
  const changed = await identity.app.inject({
    method: 'POST',
    url: `/users/${person.id}/update`,
    payload,
    headers: { 'content-type': contentType, 'x-request-id': 'support-case-4711', authorization },
  })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal((await listEntries(person.id, 'user.updated'))[0].requestId, 'support-case-4711')
  const attempts = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const stranger = await createUser(identity)
      const payload = { username: stranger.email, password: 'wrong' }
      const answer = await identity.app.inject({ method: 'POST', url: '/auth/login', payload })
      return { id: stranger.id, requestId: answer.headers['x-request-id'] }
    }),
  )
  for (const { id, requestId } of attempts) {
    assert.equal((await listEntries(id, 'sign-in.failed'))[0].requestId, requestId)
  }
  const { items } = (await call('GET', '/audit?limit=1000')).json()
  for (const { action, requestId, address } of items)
    assert.equal(requestId === null, address === null, action)
})

test('only owners can read the audit log', async () => {
  const response = await as(identity, (await signIn(identity, admin)).access_token)('GET', '/audit')
  assert.equal(response.statusCode, 403)
})
