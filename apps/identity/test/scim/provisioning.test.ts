import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setClientActive } from '#oauth/clients/client.commands.ts'
import { listDirectories } from '#scim/scim-directory.queries.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, asClient, asPerson, createUser, registerClient, signIn } from '../people.ts'
import { asDirectory, createScimUser, newUser, patch, scimCaller } from './scim-client.ts'

const identity = await sharedIdentity()
const second = await identity.startInstance()
const { deps } = identity
const directory = await asDirectory(identity)
const owner = await createUser(identity, 'owner')
const asOwner = await asPerson(identity, owner)

async function actionsAbout(subjectType: string, id: string | number) {
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectType', '=', subjectType)
    .where('subjectId', '=', Number(id))
    .where('actorId', 'is', null)
    .select('action')
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}

test('only a service account with the scope is let in', async () => {
  const { access_token } = await signIn(identity, owner)
  const asUser = scimCaller(identity, access_token)
  for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/ResourceTypes', '/Schemas/x']) {
    const refused = await asUser('GET', path)
    assert.deepEqual([refused.statusCode, refused.json().status], [403, '403'], path)
  }
  const withoutScope = await asClient(identity, 'user:manage user:read')
  assert.equal((await withoutScope('GET', '/scim/v2/Users')).statusCode, 403)
  const nobody = await identity.app.inject({ url: '/scim/v2/Users' })
  assert.deepEqual([nobody.statusCode, nobody.headers['www-authenticate']], [401, 'Bearer'])
  assert.equal(nobody.headers['content-type'], 'application/scim+json; charset=utf-8')
})

test('tokens of users never have the scope, and nobody registers a directory beyond their own permissions', async () => {
  const { scopes } = (await asOwner('GET', '/auth/available-scopes')).json().data
  assert.deepEqual([scopes.includes('user:manage'), scopes.includes('scim')], [true, false])
  const service = { name: 'Directory', grantTypes: 'client_credentials', scope: 'scim', redirectUris: [] }
  assert.equal((await asOwner('POST', '/oauth/clients', service)).statusCode, 200)
  const asService = await asClient(identity, 'system:manage')
  const refused = await asService('POST', '/oauth/clients', service)
  assert.equal(refused.json().error.details.reason, 'client_scope_beyond_own')
})

test('the scope opens nothing but SCIM', async () => {
  const call = await asClient(identity, 'scim')
  assert.equal((await call('GET', '/users')).statusCode, 403)
  assert.equal((await call('GET', '/groups')).statusCode, 403)
})

test('a directory that keeps one token presents its client secret, which works nowhere else', async () => {
  const register = (overrides: object) =>
    registerClient(identity, {
      grantTypes: 'client_credentials',
      redirectUris: [],
      scope: 'scim user:read',
      ...overrides,
    })
  const { clientId, clientSecret } = await register({})
  const secret = `${clientId}.${clientSecret}`
  const asSecret = scimCaller(identity, secret)
  assert.equal((await asSecret('GET', '/Users')).statusCode, 200)
  assert.equal((await as(identity, secret)('GET', '/users')).statusCode, 401)
  const stateOf = async () => (await listDirectories(deps.db)).find(each => each.clientId === clientId)
  const { lastRequestAt, isRefused } = (await stateOf()) ?? {}
  assert.deepEqual([typeof lastRequestAt, isRefused], ['string', false])
  deps.now = () => new Date(Date.now() + 1000)
  assert.equal((await scimCaller(identity, `${secret}x`)('GET', '/Users')).statusCode, 401)
  assert.equal((await stateOf())?.isRefused, true, 'an administrator sees that the token fails')
  deps.now = () => new Date(Date.now() + 2000)
  assert.equal((await asSecret('GET', '/Users')).statusCode, 200)
  assert.equal((await stateOf())?.isRefused, false)
  assert.equal((await scimCaller(identity, `nobody.${clientSecret}`)('GET', '/Users')).statusCode, 401)
  for (const other of [
    await register({ scope: 'user:manage' }),
    await register({ grantTypes: 'password' }),
    await register({ isPublic: true, grantTypes: 'password' }),
  ]) {
    const refused = await scimCaller(identity, `${other.clientId}.${other.clientSecret}`)('GET', '/Users')
    assert.equal(refused.statusCode, 401)
  }
  await setClientActive(deps, clientId, false)
  assert.equal((await asSecret('GET', '/Users')).statusCode, 401)
})

test('what is supported is described', async () => {
  const config = (await directory('GET', '/ServiceProviderConfig')).json()
  const { patch, bulk, filter, sort, changePassword } = config
  assert.deepEqual(
    [patch.supported, bulk.supported, filter, sort.supported, changePassword.supported],
    [true, false, { supported: true, maxResults: 200 }, false, false],
  )
  const types = (await directory('GET', '/ResourceTypes')).json()
  assert.deepEqual(
    types.Resources.map(({ id, endpoint }: { id: string; endpoint: string }) => [id, endpoint]),
    [
      ['User', '/Users'],
      ['Group', '/Groups'],
    ],
  )
  assert.equal((await directory('GET', '/ResourceTypes/group')).json().name, 'Group')
  const schemas = (await directory('GET', '/Schemas')).json()
  for (const { id } of schemas.Resources)
    assert.equal((await directory('GET', `/Schemas/${id}`)).json().id, id)
  assert.equal((await directory('GET', '/Schemas/urn:unknown')).statusCode, 404)
})

test('every session ends before an archiving request is answered, on every instance', async () => {
  const archive = {
    put: (id: number) => directory('PUT', `/Users/${id}`, { active: false }),
    patch: (id: number) =>
      directory('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } })),
    delete: (id: number) => directory('DELETE', `/Users/${id}`),
  }
  for (const [way, request] of Object.entries(archive)) {
    const person = await createUser(identity)
    const [here, there] = [await asPerson(identity, person), await asPerson(second, person)]
    assert.deepEqual(
      [(await here('GET', '/users/me')).statusCode, (await there('GET', '/users/me')).statusCode],
      [200, 200],
    )
    const answer = await request(person.id)
    assert.ok([200, 204].includes(answer.statusCode), answer.body)
    const after = [(await here('GET', '/users/me')).statusCode, (await there('GET', '/users/me')).statusCode]
    assert.deepEqual(after, [401, 401], way)
    assert.ok((await actionsAbout('user', person.id)).includes('user.archived'), way)
  }
})

test('a deleted user is archived in Atrium, gone in SCIM, and comes back when the directory creates them again', async () => {
  const user = await createScimUser(directory)
  await directory(
    'PATCH',
    `/Users/${user.id}`,
    patch({ op: 'replace', path: 'displayName', value: 'Formerly' }),
  )
  const group = (
    await directory('POST', '/Groups', { displayName: 'Leavers', members: [{ value: user.id }] })
  ).json()
  assert.equal((await directory('DELETE', `/Users/${user.id}`)).statusCode, 204)
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await directory(method, `/Users/${user.id}`)).statusCode, 404)
  assert.equal((await directory('PUT', `/Users/${user.id}`, { active: true })).statusCode, 404)
  const found = await directory(
    'GET',
    `/Users?filter=${encodeURIComponent(`userName eq "${user.userName}"`)}`,
  )
  assert.equal(found.json().totalResults, 0)
  assert.equal((await asOwner('GET', `/users/${user.id}`)).json().item.status, 'archived')
  assert.deepEqual((await directory('GET', `/Groups/${group.id}`)).json().members, [])
  const again = await directory('POST', '/Users', newUser({ userName: user.userName, externalId: 'again' }))
  assert.deepEqual([again.statusCode, again.json().id, again.json().externalId], [201, user.id, 'again'])
  assert.equal(again.json().displayName, again.json().name.formatted)
  assert.equal((await asOwner('GET', `/users/${user.id}`)).json().item.status, 'active')
  assert.deepEqual(await actionsAbout('user', user.id), [
    'user.provisioned',
    'user.archived',
    'user.deprovisioned',
    'user.restored',
  ])
})

test('an administrator who restores a deleted user brings them back to SCIM', async () => {
  const user = await createScimUser(directory)
  await directory('DELETE', `/Users/${user.id}`)
  assert.equal((await asOwner('POST', `/users/${user.id}/restore`)).statusCode, 200)
  assert.equal((await directory('GET', `/Users/${user.id}`)).json().active, true)
  await asOwner('DELETE', `/users/${user.id}`)
  assert.equal((await directory('GET', `/Users/${user.id}`)).json().active, false)
})

test('owners are out of reach, except for what the directory calls them', async () => {
  for (const refused of [
    await directory('DELETE', `/Users/${owner.id}`),
    await directory('PUT', `/Users/${owner.id}`, { active: false }),
    await directory('PUT', `/Users/${owner.id}`, { userName: 'taken.over@example.org' }),
  ])
    assert.deepEqual([refused.statusCode, refused.json().status], [403, '403'])
  const linked = await directory('PUT', `/Users/${owner.id}`, { externalId: 'the-owner', active: true })
  assert.deepEqual([linked.statusCode, linked.json().externalId], [200, 'the-owner'])
  assert.equal((await asOwner('GET', '/users/me')).statusCode, 200)
})

test('an address from the directory is confirmed, and its former owner learns of the change', async () => {
  const user = await createScimUser(directory)
  const address = `renamed-${user.id}@example.org`
  const changed = await directory(
    'PATCH',
    `/Users/${user.id}`,
    patch({ op: 'replace', path: 'userName', value: address }),
  )
  assert.equal(changed.json().userName, address)
  const { email, emailVerifiedAt } = (await asOwner('GET', `/users/${user.id}`)).json().item
  assert.deepEqual([email, typeof emailVerifiedAt], [address, 'string'])
  const taken = await directory('PUT', `/Users/${user.id}`, { userName: owner.email })
  assert.deepEqual([taken.statusCode, taken.json().scimType], [409, 'uniqueness'])
})

test('refusals have the body of SCIM', async () => {
  const { id } = await createScimUser(directory)
  const groupBody = { displayName: 'Refused', members: [{ value: '999999' }] }
  const operation = (value: object) => directory('PATCH', `/Users/${id}`, patch(value))
  for (const [answer, status, scimType] of [
    [await directory('GET', '/Users/999999999'), 404, undefined],
    [await directory('GET', '/Users/ann'), 404, undefined],
    [await directory('GET', '/Users?filter=userName%20co%20%22a%22'), 400, 'invalidFilter'],
    [await directory('GET', '/Users?filter=shoeSize%20eq%207'), 400, 'invalidFilter'],
    [await directory('GET', '/Users?filter=userName%20eq'), 400, 'invalidFilter'],
    [
      await directory('GET', '/Users?filter=userName%20eq%20%22a%22%20or%20id%20eq%20%221%22'),
      400,
      'invalidFilter',
    ],
    [await directory('GET', '/Users?count=many'), 400, 'invalidValue'],
    [await directory('POST', '/Users', '{'), 400, 'invalidSyntax'],
    [await directory('POST', '/Users', { name: { givenName: 'Nobody' } }), 400, 'invalidValue'],
    [await directory('POST', '/Users', { userName: 'no address' }), 400, 'invalidValue'],
    [await directory('PUT', `/Users/${id}`, { active: 'perhaps' }), 400, 'invalidValue'],
    [await directory('PUT', `/Users/${id}`, { name: { givenName: 'x'.repeat(101) } }), 400, 'invalidValue'],
    [await directory('PATCH', `/Users/${id}`, {}), 400, 'invalidSyntax'],
    [await operation({ op: 'move', path: 'active' }), 400, 'invalidSyntax'],
    [await operation({ op: 'replace', path: 'emails[type eq', value: 'x' }), 400, 'invalidPath'],
    [await operation({ op: 'replace', path: 'id', value: '7' }), 400, 'mutability'],
    [await operation({ op: 'Add', path: 'groups', value: [{ value: '1' }] }), 400, 'mutability'],
    [await directory('POST', '/Groups', groupBody), 400, 'invalidValue'],
    [await directory('POST', '/Groups', {}), 400, 'invalidValue'],
  ] as const) {
    const body = answer.json()
    assert.deepEqual(
      [answer.statusCode, body.status, body.scimType, body.schemas],
      [status, String(status), scimType, ['urn:ietf:params:scim:api:messages:2.0:Error']],
      answer.body,
    )
    assert.ok(body.detail.length > 0)
  }
})

test('a caller can choose the attributes of an answer', async () => {
  const { id } = await createScimUser(directory)
  const some = (await directory('GET', `/Users/${id}?attributes=userName,name.givenName`)).json()
  assert.deepEqual(Object.keys(some).sort(), ['id', 'meta', 'name', 'schemas', 'userName'])
  const others = (await directory('GET', `/Users/${id}?excludedAttributes=emails,GROUPS,id`)).json()
  assert.deepEqual(['id' in others, 'emails' in others, 'groups' in others], [true, false, false])
  assert.equal((await directory('GET', '/Users?count=0')).json().Resources.length, 0)
})

test('a person without names is called what the directory shows, or by the address', async () => {
  const shown = await createScimUser(directory, { name: undefined, displayName: 'Front desk' })
  const named = (await asOwner('GET', `/users/${shown.id}`)).json().item
  assert.deepEqual([named.name, named.surname], ['Front desk', ''])
  const bare = await createScimUser(directory, {
    name: undefined,
    userName: 'bare@example.org',
    active: false,
  })
  const { name, status } = (await asOwner('GET', `/users/${bare.id}`)).json().item
  assert.deepEqual([name, status], ['bare', 'archived'])
})

test('the directory sees its own groups and memberships only', async () => {
  const { id } = (await asOwner('POST', '/groups', { name: 'Local people' })).json().item
  assert.equal((await directory('GET', `/Groups/${id}`)).statusCode, 404)
  assert.equal((await directory('DELETE', `/Groups/${id}`)).statusCode, 404)
  const taken = await directory('POST', '/Groups', { displayName: 'LOCAL people' })
  assert.deepEqual([taken.statusCode, taken.json().scimType], [409, 'uniqueness'])
  const [ann, bob] = [await createScimUser(directory), await createScimUser(directory)]
  const group = (
    await directory('POST', '/Groups', { displayName: 'Mixed', members: [{ value: ann.id }] })
  ).json()
  await asOwner('PUT', `/groups/${group.id}/members/${bob.id}`)
  await directory('PUT', `/Groups/${group.id}`, { displayName: 'Mixed', members: [] })
  const { items } = (await asOwner('GET', `/groups/${group.id}/members`)).json()
  assert.deepEqual(
    items.map(({ userId, source }: { userId: number; source: string }) => [String(userId), source]),
    [[bob.id, 'local']],
  )
  assert.equal((await asOwner('GET', `/groups/${group.id}`)).json().item.source, 'scim')
  assert.deepEqual(await actionsAbout('group', group.id), [
    'group.created',
    'group.member_added',
    'group.member_removed',
  ])
})

test('rights by a group begin and end with the request of the directory, but no directory makes owners', async () => {
  const roles = await deps.db.selectFrom('roles').select(['id', 'name']).execute()
  const roleId = (name: string) => roles.find(role => role.name === name)?.id
  const person = await createUser(identity)
  const call = await asPerson(second, person)
  const group = (await directory('POST', '/Groups', { displayName: 'Managers' })).json()
  await asOwner('PUT', `/groups/${group.id}/roles/${roleId('manager')}`)
  assert.equal((await call('GET', '/users')).statusCode, 403)
  const members = [{ value: String(person.id) }]
  await directory('PATCH', `/Groups/${group.id}`, patch({ op: 'add', path: 'members', value: members }))
  assert.equal((await call('GET', '/users')).statusCode, 200)
  await directory('PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: 'members', value: members }))
  assert.equal((await call('GET', '/users')).statusCode, 403)
  await asOwner('PUT', `/groups/${group.id}/roles/${roleId('owner')}`)
  const refused = await directory(
    'PATCH',
    `/Groups/${group.id}`,
    patch({ op: 'add', path: 'members', value: members }),
  )
  assert.equal(refused.statusCode, 403)
  assert.deepEqual((await directory('GET', `/Groups/${group.id}`)).json().members, [])
})

test('erasing a user removes what SCIM knows about them', async () => {
  const user = await createScimUser(directory, { displayName: 'Ann to be forgotten' })
  const erased = await asOwner('POST', `/users/${user.id}/erase`, { confirmation: user.userName })
  assert.equal(erased.statusCode, 200, erased.body)
  assert.equal((await directory('GET', `/Users/${user.id}`)).statusCode, 404)
  const left = await deps.db
    .selectFrom('scimUsers')
    .where('userId', '=', Number(user.id))
    .select('userId')
    .execute()
  assert.deepEqual(left, [])
})
