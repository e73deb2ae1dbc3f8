import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, type Person } from '../people.ts'

const identity = await sharedIdentity()
const admin = await createUser(identity, 'admin')
const owner = await createUser(identity, 'owner')
const person = await createUser(identity)
const call = await asPerson(identity, admin)

async function explain({ id }: Pick<Person, 'id'>, method: string, path: string, scope?: string) {
  const query = new URLSearchParams({ userId: String(id), method, path, ...(scope && { scope }) })
  const response = await call('GET', `/rbac/explain?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

function findingsOf(steps: { finding: string }[]) {
  return steps.map(({ finding }) => finding)
}

test('an explanation contains the rule, the granting roles and a verdict', async () => {
  assert.deepEqual(await explain(admin, 'GET', '/users'), {
    route: { method: 'GET', path: '/users', needsToken: true, scope: 'user:read', permission: 'users.list' },
    verdict: 'yes',
    summary: 'The user can call GET /users.',
    steps: [
      {
        check: 'token',
        finding: 'user-is-active',
        verdict: 'yes',
        reason: 'The user is active, so their tokens are valid.',
      },
      {
        check: 'scope',
        finding: 'scope-needed',
        verdict: 'yes',
        reason: 'The token must have the scope user:read.',
      },
      {
        check: 'permission',
        finding: 'permission-held',
        verdict: 'yes',
        reason: 'users.list is granted by the role admin.',
        permission: 'users.list',
      },
    ],
    user: { id: admin.id, status: 'active', level: 30 },
    grantedBy: [{ role: 'admin', level: 30, permissions: ['users.list'] }],
  })
})

test('missing permissions and scopes are listed', async () => {
  const { verdict, steps, grantedBy } = await explain(person, 'POST', '/roles', 'user:read user:write')
  assert.equal(verdict, 'no')
  assert.deepEqual(grantedBy, [])
  const reasons = steps.map(({ reason }: { reason: string }) => reason)
  assert.ok(reasons.includes('The token lacks the scope system:manage.'))
  assert.ok(reasons.includes("None of the user's roles grants roles.manage."))
  assert.deepEqual(findingsOf(steps), [
    'user-is-active',
    'scope-lacking',
    'permission-lacking',
    'level-limits',
  ])
})

test('self and any permissions are decided if the path has a user, and stated as a rule otherwise', async () => {
  assert.equal((await explain(person, 'GET', `/users/${person.id}`)).verdict, 'yes')
  assert.equal((await explain(person, 'GET', `/users/${owner.id}`)).verdict, 'no')
  assert.equal((await explain(person, 'GET', '/users/:id')).verdict, 'own')
  assert.equal((await explain(person, 'GET', '/users/me')).route.path, '/users/me')
  const contact = await explain(person, 'PUT', '/user-contacts/7')
  assert.equal(contact.route.path, '/user-contacts/:id')
  assert.equal(contact.verdict, 'own')
  assert.match(contact.summary, /for their own records/)
  assert.ok(findingsOf(contact.steps).includes('permission-held-for-own'))
})

test('writes depend on the level', async () => {
  const archive = await explain(admin, 'DELETE', `/users/${owner.id}`)
  assert.equal(archive.verdict, 'no')
  assert.match(archive.steps.at(-1).reason, /highest level is 30, .* 40, which is higher/)
  assert.equal(archive.steps.at(-1).subjectLevel, 40)
  assert.equal((await explain(admin, 'DELETE', `/users/${person.id}`)).verdict, 'yes')
  assert.equal((await explain(admin, 'GET', `/users/${owner.id}`)).verdict, 'yes')
})

test('archived users cannot call routes that need a token', async () => {
  const gone = await createUser(identity, 'manager')
  await call('DELETE', `/users/${gone.id}`)
  const { verdict, steps, user } = await explain(gone, 'GET', '/users')
  assert.deepEqual([verdict, user.status], ['no', 'archived'])
  assert.match(steps[0].reason, /archived/)
  assert.equal((await explain(gone, 'GET', '/cities')).verdict, 'yes')
})

test('an unknown route or user returns 404, an invalid query 422', async () => {
  const statusOf = async (query: string) => (await call('GET', `/rbac/explain?${query}`)).statusCode
  assert.equal(await statusOf(`userId=${admin.id}&method=GET&path=/nowhere`), 404)
  assert.equal(await statusOf(`userId=${admin.id}&method=DELETE&path=/users`), 404)
  assert.equal(await statusOf('userId=999999&method=GET&path=/users'), 404)
  assert.equal(await statusOf(`userId=${admin.id}&method=LOOK&path=/users`), 422)
  assert.equal(await statusOf(`userId=${admin.id}&method=GET&path=users`), 422)
  assert.equal(await statusOf('method=GET&path=/users'), 422)
})

test('all routes are listed with their rules', async () => {
  const { items, _meta } = (await call('GET', '/rbac/routes?limit=1000')).json()
  assert.equal(items.length, identity.app.operations.size)
  assert.equal(_meta.total, items.length)
  const contacts = (await call('GET', '/rbac/routes?search=user-contacts')).json()
  assert.equal(contacts._meta.total, 5)
  assert.deepEqual(contacts.items[0], {
    method: 'GET',
    path: '/user-contacts',
    needsToken: true,
    scope: 'user-contacts:read',
    permission: 'user_contacts.read.self or user_contacts.read.any',
  })
})
