import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import { startBothServices } from './both-services.ts'
import { aPerson, as, tokensFor } from './people.ts'

const services = await startBothServices()
const admin = as(services, (await tokensFor(services, await aPerson(services, 'owner'))).access_token)

async function synchronise() {
  const response = await admin('GET', '/users/sync')
  assert.equal(response.statusCode, 200, response.body)
  const { tookMs, ...counts } = response.json().item
  assert.equal(typeof tookMs, 'number')
  return counts
}

const nothing = { created: 0, updated: 0, unchanged: 0, archived: 0, failed: 0 }

test('every user of the identity service is created, updated, left or archived, and counted', async () => {
  await admin('GET', '/users/me')
  const people = await Promise.all([aPerson(services), aPerson(services), aPerson(services)])
  assert.deepEqual(await synchronise(), { ...nothing, created: 3, unchanged: 1 })
  assert.deepEqual(await synchronise(), { ...nothing, unchanged: 4 })

  const [renamed, archived] = people
  const { db } = services.identityDeps
  await db
    .updateTable('users')
    .set({ surname: 'Renamed' })
    .where('id', '=', renamed?.passportId ?? 0)
    .execute()
  const token = await tokensFor(services, archived ?? people[2])
  assert.equal((await as(services, token.access_token)('GET', '/project')).statusCode, 200)
  await db
    .updateTable('users')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', archived?.passportId ?? 0)
    .execute()
  assert.deepEqual(await synchronise(), { ...nothing, updated: 1, unchanged: 2, archived: 1 })
  assert.equal((await as(services, token.access_token)('GET', '/project')).statusCode, 401)
  await db
    .updateTable('users')
    .set({ archivedAt: null })
    .where('id', '=', archived?.passportId ?? 0)
    .execute()
  assert.deepEqual(await synchronise(), { ...nothing, updated: 1, unchanged: 3 })
})

test('an e-mail address that belongs to another passport is counted as failed, and nothing is linked', async () => {
  const person = await aPerson(services)
  const { db } = services.deps
  await db
    .insertInto('users')
    .values({ passportId: 999_999, email: person.email.toUpperCase(), surname: 'A', name: 'B' })
    .execute()
  const counts = await synchronise()
  assert.equal(counts.failed, 1)
  const users = await db
    .selectFrom('users')
    .select('passportId')
    .where('passportId', '=', person.passportId)
    .execute()
  assert.deepEqual(users, [])
  const { access_token } = await tokensFor(services, person)
  assert.equal((await as(services, access_token)('GET', '/project')).statusCode, 409)
})

test('a local user without a passport is found by e-mail address and linked', async () => {
  const person = await aPerson(services)
  const { db } = services.deps
  await db
    .insertInto('users')
    .values({ email: person.email.toUpperCase(), surname: 'Old', name: 'Old' })
    .execute()
  const { access_token } = await tokensFor(services, person)
  const me = (await as(services, access_token)('GET', '/users/me')).json().item
  assert.deepEqual([me.passportId, me.surname], [person.passportId, 'Sample'])
})

test('two at once: one runs, the other is told', async () => {
  const responses = await Promise.all([admin('GET', '/users/sync'), admin('GET', '/users/sync')])
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  assert.ok(statuses[0] === 200 && (statuses[1] === 409 || statuses[1] === 200))
})

test('without the identity service it is 503', async () => {
  services.door.becomes('broken')
  assert.equal((await admin('GET', '/users/sync')).statusCode, 503)
  services.door.becomes('open')
})

test('a link on a foreign page starts no synchronisation', async () => {
  const { access_token } = await tokensFor(services, await aPerson(services, 'owner'))
  const cookies = { app_access_token: access_token }
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await services.app.inject({ url: '/users/sync', cookies, headers })).statusCode, 403)
  assert.equal((await services.app.inject({ url: '/users/sync', cookies })).statusCode, 200)
})

test('a client that may not act for itself is reported, and nothing is sent without a token', async () => {
  const { db } = services.identityDeps
  const setGrants = async (grantTypes: string) => {
    await db.updateTable('clients').set({ grantTypes }).where('clientId', '=', 'atrium-tasks').execute()
    await inTransaction(services.identityDeps, (_tx, announce) => announce({ name: 'ClientChanged' }))
  }
  const before = services.door.passed.length
  await setGrants('authorization_code refresh_token password')
  const response = await admin('GET', '/users/sync')
  await setGrants('authorization_code refresh_token password client_credentials')
  assert.equal(response.statusCode, 503)
  assert.match(response.json().error.message, /refuses to issue a token/)
  assert.ok(!services.door.passed.slice(before).includes('GET /users'))
})
