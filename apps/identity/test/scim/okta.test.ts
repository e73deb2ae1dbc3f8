import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { createUser } from '../people.ts'
import { asDirectory, createScimUser, patch } from './scim-client.ts'

/** The requests that Okta documents for its provisioning. */

const identity = await sharedIdentity()
const okta = await asDirectory(identity)

test('the connection test reads two users', async () => {
  for (let each = 0; each < 3; each += 1) await createScimUser(okta)
  const { totalResults, startIndex, itemsPerPage, Resources } = (
    await okta('GET', '/Users?startIndex=1&count=2')
  ).json()
  assert.deepEqual([startIndex, itemsPerPage, Resources.length, totalResults >= 3], [1, 2, 2, true])
  const next = (await okta('GET', '/Users?startIndex=3&count=2')).json()
  assert.equal(Number(next.Resources[0].id) > Number(Resources[1].id), true)
})

test('a user is created with a password, which is ignored', async () => {
  const user = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'olga.okta@example.org',
    name: { givenName: 'Olga', familyName: 'Okta' },
    emails: [{ primary: true, value: 'olga.okta@example.org', type: 'work' }],
    displayName: 'Olga Okta',
    locale: 'en-US',
    externalId: '00u1abcdef',
    groups: [],
    password: 'kD8q-Zp3w-Lr7x',
    active: true,
  }
  const created = await okta('POST', '/Users', user, 'application/json')
  assert.equal(created.statusCode, 201, created.body)
  const payload = { username: user.userName, password: user.password }
  assert.equal((await identity.app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode, 401)
})

test('a user who exists is found, linked and not created again', async () => {
  const person = await createUser(identity)
  const found = await okta('GET', `/Users?filter=${encodeURIComponent(`userName eq "${person.email}"`)}`)
  const [user] = found.json().Resources
  assert.equal(user.id, String(person.id))
  const again = await okta('POST', '/Users', { userName: person.email, name: { givenName: 'Someone' } })
  assert.equal(again.statusCode, 409)
  const { schemas, status, scimType, detail } = again.json()
  assert.deepEqual(
    [schemas, status, scimType, typeof detail],
    [['urn:ietf:params:scim:api:messages:2.0:Error'], '409', 'uniqueness', 'string'],
  )
  const linked = await okta('PUT', `/Users/${user.id}`, { ...user, externalId: '00ulinked' })
  assert.deepEqual(
    [linked.statusCode, linked.json().externalId, linked.json().name],
    [200, '00ulinked', user.name],
  )
})

test('the whole object is written, and active false archives', async () => {
  const { id, userName } = await createScimUser(okta)
  const whole = (await okta('GET', `/Users/${id}`)).json()
  const written = await okta('PUT', `/Users/${id}`, {
    ...whole,
    name: { givenName: 'Nina', familyName: 'New' },
  })
  assert.deepEqual(written.json().name, { givenName: 'Nina', familyName: 'New', formatted: 'Nina New' })
  const archived = await okta('PUT', `/Users/${id}`, { ...whole, active: false })
  assert.equal(archived.json().active, false)
  const without = await okta('PUT', `/Users/${id}`, { userName, name: { givenName: 'Nina' } })
  assert.equal(without.json().active, false)
  assert.equal((await okta('PUT', `/Users/${id}`, { ...whole, active: true })).json().active, true)
  const alive = await okta('PUT', `/Users/${id}`, { userName })
  assert.equal(alive.json().active, true)
})

test('a user is disabled by an operation without a path', async () => {
  const { id } = await createScimUser(okta)
  const answer = await okta('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }))
  assert.deepEqual([answer.statusCode, answer.json().active], [200, false])
})

test('a group gets its name and its whole list of members in one operation', async () => {
  const [ann, bob] = [await createScimUser(okta), await createScimUser(okta)]
  const created = await okta('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Okta support',
    members: [{ value: ann.id, display: ann.userName }],
  })
  assert.deepEqual(
    created.json().members.map(({ value }: { value: string }) => value),
    [ann.id],
  )
  const { id } = created.json()
  const members = async () =>
    (await okta('GET', `/Groups/${id}`)).json().members.map(({ value }: { value: string }) => value)
  const renamed = await okta(
    'PATCH',
    `/Groups/${id}`,
    patch({ op: 'replace', value: { id, displayName: 'Okta help desk' } }),
  )
  assert.equal(renamed.statusCode, 204)
  await okta('PATCH', `/Groups/${id}`, patch({ op: 'replace', path: 'members', value: [{ value: bob.id }] }))
  assert.deepEqual(await members(), [bob.id])
  await okta('PATCH', `/Groups/${id}`, patch({ op: 'add', value: { members: [{ value: ann.id }] } }))
  assert.deepEqual(await members(), [ann.id, bob.id])
  const put = await okta('PUT', `/Groups/${id}`, { displayName: 'Okta help desk', members: [] })
  assert.deepEqual([put.statusCode, put.json().members], [200, []])
})
