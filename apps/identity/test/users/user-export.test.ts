import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPasswordHash } from '#users/credentials.queries.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, asClient, asPerson, createUser, signIn } from '../people.ts'
import { asDirectory, newUser } from '../scim/scim-client.ts'

const identity = await sharedIdentity()
const { deps } = identity
const owner = await asPerson(identity, await createUser(identity, 'owner'))

test('the export contains all data of a user but no secrets', async () => {
  const person = await createUser(identity)
  const { access_token, refresh_token } = await signIn(identity, person)
  const call = as(identity, access_token)
  await call('POST', '/user-contacts', { type: 'other', value: 'The blue door' })
  await call('POST', '/user-educations', { institution: 'School of Sails' })
  await owner('PUT', `/users/${person.id}`, { stack: 'Sails' })
  await identity.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: 'unmistakable-guess-5' },
  })
  const response = await call('GET', `/users/${person.id}/export`)
  assert.equal(response.statusCode, 200, response.body)
  assert.match(
    String(response.headers['content-disposition']),
    /^attachment; filename="atrium-user-\d+\.json"$/,
  )
  const { profile, roles, contacts, educations, files, sessions, auditEntries, leftOut } =
    response.json().item
  assert.equal(profile.email, person.email)
  assert.deepEqual(
    roles.map(({ role }: { role: string }) => role),
    ['user'],
  )
  assert.equal(contacts[0].value, 'The blue door')
  assert.equal(educations[0].institution, 'School of Sails')
  assert.deepEqual(files, [])
  assert.equal(sessions[0].isCurrent, true)
  assert.deepEqual(
    auditEntries.map(({ action, address }: Record<string, string>) => [action, address]),
    [
      ['sign-in.failed', '127.0.0.1'],
      ['user.updated', null],
      ['sign-in.succeeded', '127.0.0.1'],
      ['user.registered', '127.0.0.1'],
    ],
  )
  assert.deepEqual(leftOut, [])
  const passwordHash = await findPasswordHash(deps.db, person.id)
  assert.ok(passwordHash)
  for (const secret of [access_token, refresh_token, passwordHash, 'argon2', 'unmistakable', person.password])
    assert.ok(!response.body.includes(secret), secret)
})

test('the export contains what providers, directories and offboarding store about a person', async () => {
  const person = await createUser(identity)
  const directory = await asDirectory(identity)
  const changes = { externalId: 'e-77', displayName: 'The Dana' }
  const linked = await directory(
    'PUT',
    `/Users/${person.id}`,
    newUser({ ...changes, userName: person.email }),
  )
  assert.equal(linked.statusCode, 200, linked.body)
  const [at, until] = ['2026-03-04T10:00:00.000Z', '2026-03-04T10:10:00.000Z']
  await deps.db
    .insertInto('emailCodes')
    .values({
      id: 'c'.repeat(64),
      browser: 'b'.repeat(64),
      network: '192.0.2.7',
      userId: person.id,
      email: person.email,
      createdAt: at,
      expiresAt: until,
    })
    .execute()
  const { id: userId } = person
  const key = { userId, provider: 'company', issuer: 'https://id.example.org', subject: 's-1' }
  await deps.db
    .insertInto('identities')
    .values({ ...key, email: 'dana@work.example', groups: ['staff'] })
    .execute()
  assert.equal((await owner('POST', `/users/${person.id}/offboard`, {})).statusCode, 200)
  const { item } = (await owner('GET', `/users/${person.id}/export`)).json()
  assert.deepEqual(item.directoryRecords, [{ ...changes, deletedAt: null }])
  assert.deepEqual(item.signInRequests, [
    {
      kind: 'email_code',
      client: null,
      email: person.email,
      address: '192.0.2.7',
      userAgent: null,
      createdAt: at,
      expiresAt: until,
    },
  ])
  assert.deepEqual([item.identities[0].email, item.identities[0].groups], ['dana@work.example', ['staff']])
  assert.deepEqual([item.offboardings.length, item.offboardings[0].handedOverAt], [1, null])
  assert.deepEqual(item.webhooks, [])
})

test('data outside the scopes of the token is left out and listed', async () => {
  const person = await createUser(identity)
  const call = await asPerson(identity, person, 'user:read')
  const { item } = (await call('GET', `/users/${person.id}/export`)).json()
  assert.deepEqual(item.leftOut, ['contacts', 'educations'])
  assert.ok(!('contacts' in item) && 'files' in item)
})

test('exporting another user includes only data the caller can read', async () => {
  const person = await createUser(identity)
  await signIn(identity, person)
  for (const [role, leftOut] of [
    [
      'manager',
      [
        'sessions',
        'passkeys',
        'identities',
        'directoryRecords',
        'signInRequests',
        'offboardings',
        'webhooks',
        'personalTokens',
        'consents',
        'auditEntries',
      ],
    ],
    ['admin', ['webhooks', 'auditEntries']],
    ['owner', []],
  ] as [string, string[]][]) {
    const call = await asPerson(identity, await createUser(identity, role))
    const { item } = (await call('GET', `/users/${person.id}/export`)).json()
    assert.deepEqual(item.leftOut, leftOut, role)
  }
  const client = await asClient(identity, 'user:read')
  const { item } = (await client('GET', `/users/${person.id}/export`)).json()
  assert.deepEqual(item.leftOut, ['contacts', 'educations', 'offboardings', 'webhooks', 'auditEntries'])
  assert.equal((await owner('GET', '/users/999999/export')).statusCode, 404)
})
