import assert from 'node:assert/strict'
import { test } from 'node:test'
import { obtainCode, redeem } from '../authorize-flow.ts'
import { advanceClock, freezeClock, sharedIdentity, startIdentity } from '../identity-service.ts'
import {
  as,
  asPerson,
  cookiesOf,
  createUser,
  introspect,
  type Person,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const second = await identity.startInstance()

async function signInFrom(person: Person, address: string, userAgent: string) {
  const response = await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: person.password },
    headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
  })
  return cookiesOf(response).access_token ?? ''
}

test('a session has its client, address, browser and times, and marks the current one', async () => {
  const person = await createUser(identity)
  const old = await signInFrom(person, '203.0.113.7', 'Old browser')
  const here = await signInFrom(person, '203.0.113.8', 'x'.repeat(600))
  const response = await as(identity, here)('GET', `/users/${person.id}/sessions`)
  assert.equal(response.statusCode, 200, response.body)
  const { items, _meta } = response.json()
  assert.equal(_meta.total, 2)
  const [latest, first] = items
  assert.deepEqual([latest.isCurrent, latest.address, latest.userAgent.length], [true, '203.0.113.8', 500])
  assert.deepEqual(
    { ...first, id: 0, createdAt: '', lastUsedAt: '', expiresAt: '' },
    {
      id: 0,
      client: { clientId: 'atrium', name: 'Atrium' },
      scope: latest.scope,
      createdAt: '',
      lastUsedAt: '',
      expiresAt: '',
      address: '203.0.113.7',
      userAgent: 'Old browser',
      isCurrent: false,
      applications: [],
    },
  )
  assert.equal(first.lastUsedAt, first.createdAt)
  assert.equal(Math.round((Date.parse(first.expiresAt) - Date.parse(first.createdAt)) / 86_400_000), 30)
  assert.ok(!response.body.includes(old) && !response.body.includes(here))
})

test('sessions are paged, the last used first', async () => {
  const person = await createUser(identity)
  for (const browser of ['first', 'second', 'third']) await signInFrom(person, '203.0.113.7', browser)
  const call = await asPerson(identity, await createUser(identity, 'owner'))
  const page = async (number: number) => {
    const { items, _meta } = (await call('GET', `/users/${person.id}/sessions?limit=2&page=${number}`)).json()
    assert.deepEqual([_meta.total, _meta.pages], [3, 2])
    return items.map(({ userAgent }: { userAgent: string }) => userAgent)
  }
  assert.deepEqual(await page(1), ['third', 'second'])
  assert.deepEqual(await page(2), ['first'])
  assert.deepEqual(await page(3), [])
})

test('a session redeemed by a service shows the browser that signed in', async () => {
  const person = await createUser(identity)
  const client = await registerClient(identity)
  const { code } = await obtainCode(identity, person, { client_id: client.clientId })
  const { access_token } = (await redeem(identity, client, { code })).json()
  const call = as(identity, access_token)
  const [latest] = (await call('GET', `/users/${person.id}/sessions`)).json().items
  assert.equal(latest.client.name, 'Sample application')
  assert.equal(latest.userAgent, 'lightMyRequest')
  assert.equal(latest.address, '127.0.0.1')
  assert.equal(latest.isCurrent, true)
})

test('a refresh updates the last use and the expiry, and ended sessions are not listed', async () => {
  const late = await startIdentity()
  freezeClock(late.deps)
  const person = await createUser(late)
  const client = await registerClient(late)
  const secret = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const form = { grant_type: 'password', username: person.email, password: person.password, ...secret }
  const first = (await tokenRequest(late, form)).json()
  const sessions = async () => {
    const call = await asPerson(late, person)
    const { items } = (await call('GET', `/users/${person.id}/sessions`)).json()
    return items.filter(({ client: { name } }: { client: { name: string } }) => name === 'Sample application')
  }
  const [before] = await sessions()
  advanceClock(late.deps, 86_400)
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token, ...secret }
  assert.equal((await tokenRequest(late, refresh)).statusCode, 200)
  const [after] = await sessions()
  assert.equal(after.id, before.id)
  assert.equal(after.createdAt, before.createdAt)
  for (const field of ['lastUsedAt', 'expiresAt']) {
    assert.equal(Date.parse(after[field]) - Date.parse(before[field]), 86_400_000, field)
  }
  advanceClock(late.deps, 31 * 86_400)
  assert.deepEqual(await sessions(), [])
})

test('ending a session takes effect on every instance and leaves others active', async () => {
  const person = await createUser(identity)
  const lost = await signIn(second, person)
  const kept = await signIn(identity, person)
  assert.equal((await introspect(second, lost.access_token)).active, true)
  const call = as(identity, kept.access_token)
  const { items } = (await call('GET', `/users/${person.id}/sessions`)).json()
  const { id } = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  assert.equal((await call('DELETE', `/users/${person.id}/sessions/${id}`)).statusCode, 200)
  assert.equal((await introspect(second, lost.access_token)).active, false)
  assert.equal((await introspect(second, kept.access_token)).active, true)
  const refreshed = await app.inject({
    method: 'POST',
    url: '/auth/refresh',
    cookies: { refresh_token: lost.refresh_token },
  })
  assert.equal(refreshed.statusCode, 401)
  assert.equal((await call('DELETE', `/users/${person.id}/sessions/${id}`)).statusCode, 404)
  assert.equal((await call('GET', `/users/${person.id}/sessions`)).json()._meta.total, 1)
})

test('sessions of other users cannot be ended', async () => {
  const [person, other] = [await createUser(identity), await createUser(identity)]
  const theirs = await signIn(identity, other)
  const admin = await asPerson(identity, await createUser(identity, 'admin'))
  const [session] = (await admin('GET', `/users/${other.id}/sessions`)).json().items
  const call = await asPerson(identity, person)
  assert.equal((await call('DELETE', `/users/${person.id}/sessions/${session.id}`)).statusCode, 404)
  assert.equal((await call('DELETE', `/users/${other.id}/sessions/${session.id}`)).statusCode, 403)
  assert.equal((await introspect(identity, theirs.access_token)).active, true)
})

test('all sessions can be ended, or all but the current one', async () => {
  const person = await createUser(identity)
  const tokens = [
    await signIn(identity, person),
    await signIn(identity, person),
    await signIn(second, person),
  ]
  const call = as(identity, tokens[0]?.access_token ?? '')
  const others = await call('DELETE', `/users/${person.id}/sessions?keepCurrent=true`)
  assert.equal(others.json().data.revoked, 2)
  const active = async () =>
    Promise.all(tokens.map(async each => (await introspect(second, each.access_token)).active))
  assert.deepEqual(await active(), [true, false, false])
  assert.equal((await call('DELETE', `/users/${person.id}/sessions`)).json().data.revoked, 1)
  assert.deepEqual(await active(), [false, false, false])
})

test('administrators can end sessions of users up to their level', async () => {
  const admin = await createUser(identity, 'admin')
  const call = await asPerson(identity, admin)
  const person = await createUser(identity)
  const owner = await createUser(identity, 'owner')
  const [theirs, above] = [await signIn(identity, person), await signIn(identity, owner)]
  assert.equal((await call('DELETE', `/users/${person.id}/sessions`)).json().data.revoked, 1)
  assert.equal((await introspect(second, theirs.access_token)).active, false)
  const [session] = (await call('GET', `/users/${owner.id}/sessions`)).json().items
  assert.equal((await call('DELETE', `/users/${owner.id}/sessions`)).statusCode, 403)
  assert.equal((await call('DELETE', `/users/${owner.id}/sessions/${session.id}`)).statusCode, 403)
  assert.equal((await introspect(second, above.access_token)).active, true)
  assert.equal((await call('DELETE', '/users/999999/sessions')).statusCode, 404)
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('actorId', '=', admin.id)
    .where('action', 'like', 'session.%')
    .select(['action', 'subjectId'])
    .execute()
  assert.deepEqual(entries, [{ action: 'session.all_ended', subjectId: person.id }])
})
