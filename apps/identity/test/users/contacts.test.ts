import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, registerClient, signIn, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const ann = await createUser(identity)
const bob = await createUser(identity)
const ownerPerson = await createUser(identity, 'owner')
const asAnn = as(identity, (await signIn(identity, ann)).access_token)
const asBob = as(identity, (await signIn(identity, bob)).access_token)
const asManager = as(identity, (await signIn(identity, await createUser(identity, 'manager'))).access_token)
const asAdmin = as(identity, (await signIn(identity, await createUser(identity, 'admin'))).access_token)

const phone = { type: 'phone', value: '+1 (202) 555-0123' }

async function createContact(call: typeof asAnn, overrides: object = {}) {
  const response = await call('POST', '/user-contacts', { ...phone, ...overrides })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('users can manage their own contacts', async () => {
  const contact = await createContact(asAnn, { label: 'Home' })
  assert.equal(contact.userId, ann.id)
  assert.equal(contact.value, '+12025550123')
  assert.equal(contact.isPrimary, false)
  const url = `/user-contacts/${contact.id}`
  assert.deepEqual((await asAnn('GET', url)).json().item, contact)
  const changed = (await asAnn('PUT', url, { label: null, isPrimary: true })).json().item
  assert.equal(changed.label, null)
  assert.equal(changed.isPrimary, true)
  assert.equal(changed.value, contact.value)
  assert.equal((await asAnn('DELETE', url)).statusCode, 200)
  assert.equal((await asAnn('GET', url)).statusCode, 404)
})

test('contacts of other users return 404', async () => {
  const { id } = await createContact(asAnn)
  const missing = await asBob('GET', '/user-contacts/999999')
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const response = await asBob(
      method,
      `/user-contacts/${id}`,
      method === 'PUT' ? { label: 'x' } : undefined,
    )
    assert.equal(response.statusCode, 404)
    assert.deepEqual(response.json(), missing.json())
  }
  assert.equal((await asAnn('GET', `/user-contacts/${id}`)).statusCode, 200)
})

test('users list their own contacts, managers those of all users', async () => {
  const { id: annsId } = await createContact(asAnn)
  const { id: bobsId } = await createContact(asBob)
  const ids = async (call: typeof asAnn, query = '') =>
    (await call('GET', `/user-contacts?limit=1000${query}`))
      .json()
      .items.map((item: { id: number }) => item.id)
  assert.ok((await ids(asAnn)).includes(annsId))
  assert.ok(!(await ids(asAnn)).includes(bobsId))
  const foreign = await asAnn('GET', `/user-contacts?userId=${bob.id}`)
  assert.equal(foreign.statusCode, 403)
  assert.equal(foreign.json().error.details.permission, 'user_contacts.read.any')
  const all = await ids(asManager)
  assert.ok(all.includes(annsId) && all.includes(bobsId))
  assert.ok(!(await ids(asManager, `&userId=${bob.id}`)).includes(annsId))
})

test('creating a contact for another user requires the any permission', async () => {
  const refused = await asAnn('POST', '/user-contacts', { ...phone, userId: bob.id })
  assert.equal(refused.statusCode, 403)
  assert.equal(refused.json().error.details.permission, 'user_contacts.write.any')
  const contact = await createContact(asAdmin, { userId: bob.id })
  assert.equal(contact.userId, bob.id)
  const unknownUser = await asAdmin('POST', '/user-contacts', { ...phone, userId: 999_999 })
  assert.deepEqual(unknownUser.json().error.details.errors, { userId: ['does not exist'] })
  const seen = await asManager('DELETE', `/user-contacts/${contact.id}`)
  assert.equal(seen.statusCode, 403)
  assert.equal((await asManager('DELETE', '/user-contacts/999999')).statusCode, 404)
  const moved = await asAdmin('PUT', `/user-contacts/${contact.id}`, { userId: ann.id })
  assert.equal(moved.statusCode, 422)
})

test('contacts of users with a higher level cannot be changed', async () => {
  const response = await asAdmin('POST', '/user-contacts', { ...phone, userId: ownerPerson.id })
  assert.equal(response.statusCode, 403)
})

test('one contact of each type is primary', async () => {
  const first = await createContact(asBob, { isPrimary: true })
  const second = await createContact(asBob, { isPrimary: true })
  const mail = await createContact(asBob, { type: 'email', value: 'bob@example.org', isPrimary: true })
  const listPrimary = async () => {
    const { items } = (await asBob('GET', '/user-contacts?limit=1000')).json()
    return items
      .filter((item: { isPrimary: boolean }) => item.isPrimary)
      .map((item: { id: number }) => item.id)
  }
  assert.deepEqual(await listPrimary(), [second.id, mail.id])
  await asBob('PUT', `/user-contacts/${first.id}`, { isPrimary: true })
  assert.deepEqual(await listPrimary(), [first.id, mail.id])
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => asBob('POST', '/user-contacts', { ...phone, isPrimary: true })),
  )
  for (const { statusCode } of responses) assert.equal(statusCode, 200)
  assert.equal((await listPrimary()).length, 2)
})

for (const [type, value] of [
  ['email', 'nobody'],
  ['phone', '12'],
  ['whatsapp', 'call me'],
  ['telegram', 'x'],
  ['telegram', '@ann'],
  ['telegram', `a${'b'.repeat(32)}`],
  ['other', 'two\nlines'],
  ['telegram', 'https://example.org/someone'],
  ['linkedin', 'https://linkedin.com.example.org/in/someone'],
  ['github', '-someone-'],
  ['website', 'javascript:alert(1)'],
  ['website', 'https://user:pass@example.org/'],
  ['website', 'example'],
  ['other', ''],
  ['other', 'x'.repeat(256)],
] as const) {
  test(`${type} ${JSON.stringify(value).slice(0, 45)} is refused`, async () => {
    const response = await asAnn('POST', '/user-contacts', { type, value })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors.value)
  })
}

for (const [type, value] of [
  ['email', 'ann@example.org'],
  ['telegram', '@someone'],
  ['telegram', '@anna'],
  ['telegram', `a${'b'.repeat(31)}`],
  ['email', 'иван@почта.рф'],
  ['telegram', 'https://t.me/someone'],
  ['linkedin', 'https://www.linkedin.com/in/someone'],
  ['github', 'some-one'],
  ['website', 'https://example.org/about?me=1'],
  ['other', 'Knock twice'],
] as const) {
  test(`${type} ${value} is accepted`, async () => {
    assert.equal((await createContact(asAnn, { type, value })).value, value)
  })
}

test('changing the type validates the existing value', async () => {
  const { id } = await createContact(asAnn)
  const response = await asAnn('PUT', `/user-contacts/${id}`, { type: 'email' })
  assert.deepEqual(Object.keys(response.json().error.details.errors), ['value'])
})

test('a client must specify the user', async () => {
  const client = await registerClient(identity, {
    grantTypes: 'client_credentials',
    redirectUris: [],
    scope: 'user-contacts:write user-contacts:read',
  })
  const form = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
    scope: 'user-contacts:write user-contacts:read',
  }
  const call = as(identity, (await tokenRequest(identity, form)).json().access_token)
  const nameless = await call('POST', '/user-contacts', phone)
  assert.deepEqual(nameless.json().error.details.errors, { userId: ['is required'] })
  assert.equal((await createContact(call, { userId: ann.id })).userId, ann.id)
  assert.ok((await call('GET', '/user-contacts')).json()._meta.total > 0)
})

test('the scope limits the permissions', async () => {
  const call = as(identity, (await signIn(identity, ann, 'user-contacts:read user:write')).access_token)
  assert.equal((await call('GET', '/user-contacts')).statusCode, 200)
  const refused = await call('POST', '/user-contacts', phone)
  assert.equal(refused.json().error.details.scope, 'user-contacts:write')
})
