import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { asDirectory, createScimUser, patch } from './scim-client.ts'

/** The requests that Microsoft Entra ID documents for its provisioning service. */

const identity = await sharedIdentity()
const entra = await asDirectory(identity)
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

function filtered(path: string, filter: string, more = '') {
  return entra('GET', `${path}?${more}filter=${encodeURIComponent(filter)}`)
}

test('the connection test looks for a user who does not exist', async () => {
  const answer = await filtered('/Users', 'userName eq "b2f3e8a1-7c1d-4b7e-9d4e-0a5c8f1d2e3b"')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/scim+json; charset=utf-8')
  const { schemas, totalResults, Resources } = answer.json()
  assert.deepEqual(schemas, ['urn:ietf:params:scim:api:messages:2.0:ListResponse'])
  assert.deepEqual([totalResults, Resources], [0, []])
})

test('a user is created with an extension that is ignored, and found by every attribute that Entra matches', async () => {
  const created = await entra('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    externalId: 'ann.apple',
    userName: 'Ann.Apple@example.org',
    active: true,
    displayName: 'Ann Apple (Sales)',
    emails: [{ primary: true, type: 'work', value: 'Ann.Apple@example.org' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ann Apple', familyName: 'Apple', givenName: 'Ann' },
    roles: [],
    [enterprise]: { department: 'Sales', manager: null },
  })
  assert.equal(created.statusCode, 201, created.body)
  const user = created.json()
  assert.equal(created.headers.location, user.meta.location)
  const { id, meta, ...rest } = user
  assert.match(id, /^\d+$/)
  assert.deepEqual(rest, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    externalId: 'ann.apple',
    userName: 'Ann.Apple@example.org',
    name: { givenName: 'Ann', familyName: 'Apple', formatted: 'Ann Apple' },
    displayName: 'Ann Apple (Sales)',
    active: true,
    emails: [{ value: 'Ann.Apple@example.org', type: 'work', primary: true }],
    groups: [],
  })
  for (const filter of [
    'userName eq "ann.apple@EXAMPLE.org"',
    'USERNAME Eq "Ann.Apple@example.org"',
    'externalId eq "ann.apple"',
    'emails[type eq "work"].value eq "ann.apple@example.org"',
    'userName eq "ann.apple@example.org" and active eq true',
    `id eq "${id}"`,
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann.apple@example.org"',
  ]) {
    const found = (await filtered('/Users', filter)).json()
    assert.deepEqual([found.totalResults, found.Resources.at(0)?.id], [1, id], filter)
  }
  assert.equal((await filtered('/Users', 'externalId eq "ANN.APPLE"')).json().totalResults, 0)
  assert.equal((await filtered('/Users', `id eq "${id}" and active eq false`)).json().totalResults, 0)
  assert.doesNotMatch(created.body, /null/)
})

test('attributes are updated one by one, capitalized, with paths and with values of extensions', async () => {
  const { id } = await createScimUser(entra)
  const answer = await entra(
    'PATCH',
    `/Users/${id}`,
    patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'elsewhere@example.org' },
      { op: 'Replace', path: 'name.familyName', value: 'Newname' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Support' },
      { op: 'Replace', path: 'displayName', value: 'Dana Newname' },
    ),
  )
  assert.equal(answer.statusCode, 200, answer.body)
  const { name, displayName } = answer.json()
  assert.deepEqual([name.familyName, displayName], ['Newname', 'Dana Newname'])
  assert.deepEqual((await entra('GET', `/Users/${id}`)).json(), answer.json())
})

test('several attributes in one operation have dotted names or names with their schema', async () => {
  const { id } = await createScimUser(entra)
  const answer = await entra(
    'PATCH',
    `/Users/${id}`,
    patch({
      op: 'replace',
      value: {
        'name.givenName': 'Dora',
        'urn:ietf:params:scim:schemas:core:2.0:User:displayName': 'Dora D.',
        [`${enterprise}:employeeNumber`]: '7',
        [enterprise]: { department: 'Support' },
        active: 'True',
      },
    }),
  )
  assert.equal(answer.statusCode, 200, answer.body)
  const { name, displayName, active } = answer.json()
  assert.deepEqual([name.givenName, displayName, active], ['Dora', 'Dora D.', true])
})

test('a user is disabled with text, and with a boolean if the address has the flag', async () => {
  const { id, userName } = await createScimUser(entra)
  const disable = (value: unknown, flag = '') =>
    entra('PATCH', `/Users/${id}${flag}`, patch({ op: 'Replace', path: 'active', value }))
  assert.equal((await disable('False')).json().active, false)
  const found = (await filtered('/Users', `userName eq "${userName}"`)).json()
  assert.equal(found.Resources[0].active, false)
  assert.equal((await disable('True')).json().active, true)
  assert.equal((await disable(false, '?aadOptscim062020')).json().active, false)
  assert.equal((await disable(true, '?aadOptscim062020')).json().active, true)
})

test('a group is created, found without members, renamed and deleted', async () => {
  const created = await entra('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Entra sales',
    meta: { resourceType: 'Group' },
  })
  assert.equal(created.statusCode, 201, created.body)
  const { id } = created.json()
  const found = await filtered('/Groups', 'displayName eq "entra SALES"', 'excludedAttributes=members&')
  const [resource] = found.json().Resources
  assert.deepEqual([resource.id, 'members' in resource], [id, false])
  const renamed = await entra(
    'PATCH',
    `/Groups/${id}`,
    patch({ op: 'Replace', path: 'displayName', value: 'Entra sellers' }),
  )
  assert.deepEqual([renamed.statusCode, renamed.body], [204, ''])
  assert.equal((await entra('GET', `/Groups/${id}`)).json().displayName, 'Entra sellers')
  assert.equal((await entra('DELETE', `/Groups/${id}`)).statusCode, 204)
  assert.equal((await entra('GET', `/Groups/${id}`)).statusCode, 404)
})

test('members are added as a list and removed as a list or by a path', async () => {
  const [ann, bob, eve] = [
    await createScimUser(entra),
    await createScimUser(entra),
    await createScimUser(entra),
  ]
  const { id } = (await entra('POST', '/Groups', { displayName: 'Entra members' })).json()
  const members = async () =>
    (await entra('GET', `/Groups/${id}`)).json().members.map(({ value }: { value: string }) => value)
  const change = async (operation: object) => {
    const answer = await entra('PATCH', `/Groups/${id}`, patch(operation))
    assert.equal(answer.statusCode, 204, answer.body)
    return members()
  }
  const list = (...users: { id: string }[]) => users.map(user => ({ $ref: null, value: user.id }))
  assert.deepEqual(await change({ op: 'Add', path: 'members', value: list(ann, bob, eve) }), [
    ann.id,
    bob.id,
    eve.id,
  ])
  assert.deepEqual(await change({ op: 'Add', path: 'members', value: list(ann) }), [ann.id, bob.id, eve.id])
  const isMember = await filtered('/Groups', `id eq "${id}" and members eq "${ann.id}"`)
  assert.equal(isMember.json().totalResults, 1)
  assert.deepEqual(await change({ op: 'Remove', path: 'members', value: list(ann) }), [bob.id, eve.id])
  assert.deepEqual(await change({ op: 'Remove', path: `members[value eq "${bob.id}"]` }), [eve.id])
  assert.deepEqual(await change({ op: 'Remove', path: 'members' }), [])
})
