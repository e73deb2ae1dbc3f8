import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import type { User } from '#administration/user.contract.ts'
import { sharedServices } from '../both-services.ts'
import { as, createPerson, type Person, tokensFor } from '../people.ts'

const services = await sharedServices()
const admin = as(services, (await tokensFor(services, await createPerson(services, 'owner'))).access_token)

async function syncUsers() {
  const response = await admin('GET', '/users/sync')
  assert.equal(response.statusCode, 200, response.body)
  const { tookMs, ...counts } = response.json().item
  assert.equal(typeof tookMs, 'number')
  return counts
}

const nothing = { created: 0, updated: 0, unchanged: 0, archived: 0, failed: 0 }

test('syncing creates, updates and archives users, and counts them', async () => {
  await admin('GET', '/users/me')
  const people = await Promise.all([createPerson(services), createPerson(services), createPerson(services)])
  assert.deepEqual(await syncUsers(), { ...nothing, created: 3, unchanged: 1 })
  assert.deepEqual(await syncUsers(), { ...nothing, unchanged: 4 })

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
  assert.deepEqual(await syncUsers(), { ...nothing, updated: 1, unchanged: 2, archived: 1 })
  assert.equal((await as(services, token.access_token)('GET', '/project')).statusCode, 401)
  await db
    .updateTable('users')
    .set({ archivedAt: null })
    .where('id', '=', archived?.passportId ?? 0)
    .execute()
  assert.deepEqual(await syncUsers(), { ...nothing, updated: 1, unchanged: 3 })
})

test('a user whose email address belongs to another user is counted as failed', async () => {
  const person = await createPerson(services)
  const { db } = services.deps
  await db
    .insertInto('users')
    .values({ passportId: 999_999, email: person.email.toUpperCase(), surname: 'A', name: 'B' })
    .execute()
  const counts = await syncUsers()
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

test('a local user without a passport id is linked by email address', async () => {
  const person = await createPerson(services)
  const { db } = services.deps
  await db
    .insertInto('users')
    .values({ email: person.email.toUpperCase(), surname: 'Old', name: 'Old' })
    .execute()
  const { access_token } = await tokensFor(services, person)
  const me = (await as(services, access_token)('GET', '/users/me')).json().item
  assert.deepEqual([me.passportId, me.surname], [person.passportId, 'Sample'])
})

test('of two concurrent syncs one is refused', async () => {
  const responses = await Promise.all([admin('GET', '/users/sync'), admin('GET', '/users/sync')])
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  assert.ok(statuses[0] === 200 && (statuses[1] === 409 || statuses[1] === 200))
})

test('syncing returns 503 without the identity service', async () => {
  services.proxy.setState('broken')
  assert.equal((await admin('GET', '/users/sync')).statusCode, 503)
  services.proxy.setState('open')
})

test('a link on another site cannot start a sync', async () => {
  const { access_token } = await tokensFor(services, await createPerson(services, 'owner'))
  const cookies = { app_access_token: access_token }
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await services.app.inject({ url: '/users/sync', cookies, headers })).statusCode, 403)
  assert.equal((await services.app.inject({ url: '/users/sync', cookies })).statusCode, 200)
})

test('a client without client credentials is reported, and no request is sent without a token', async () => {
  const { db } = services.identityDeps
  const setGrants = async (grantTypes: string) => {
    await db.updateTable('clients').set({ grantTypes }).where('clientId', '=', 'atrium-tasks').execute()
    await inTransaction(services.identityDeps, (_tx, emit) => emit({ type: 'ClientChanged' }))
  }
  const fresh = await services.startInstance() // without a token from before
  const { access_token } = await tokensFor(services, await createPerson(services, 'owner'))
  await admin('GET', '/users/sync')
  const before = services.proxy.requests.length
  await setGrants('authorization_code refresh_token password')
  const response = await as(fresh, access_token)('GET', '/users/sync')
  await setGrants('authorization_code refresh_token password client_credentials')
  assert.equal(response.statusCode, 503)
  assert.equal(response.json().error.details.reason, 'own_token_refused')
  assert.ok(!services.proxy.requests.slice(before).includes('GET /users'))
})

function setEmail({ passportId }: Person, email: string) {
  return services.identityDeps.db.updateTable('users').set({ email }).where('id', '=', passportId).execute()
}

async function emailOf(person: Person) {
  const { access_token } = await tokensFor(services, person)
  const response = await as(services, access_token)('GET', '/users/me')
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.email
}

/** The email addresses of these users stored by the task service. */
function listStoredEmails(people: Person[]) {
  const passportIds = people.map(({ passportId }) => passportId)
  return services.deps.db
    .selectFrom('users')
    .where('passportId', 'in', passportIds)
    .select(['passportId', 'email'])
    .orderBy('passportId')
    .execute()
}

test('an email address moves to its current owner at the identity service', async () => {
  for (const syncOwner of [emailOf, syncUsers]) {
    const formerOwner = await createPerson(services)
    const { email } = formerOwner
    assert.equal(await emailOf(formerOwner), email)
    await setEmail(formerOwner, `moved-${email}`)
    const owner = { ...(await createPerson(services)), email }
    await setEmail(owner, email.toUpperCase())
    await syncOwner(owner)
    assert.deepEqual(await listStoredEmails([formerOwner, owner]), [
      { passportId: formerOwner.passportId, email: `moved-${email}` },
      { passportId: owner.passportId, email: email.toUpperCase() },
    ])
  }
})

test('two users who swapped their email addresses can both sign in', async () => {
  const [one, other] = [await createPerson(services), await createPerson(services)]
  const emails = [await emailOf(one), await emailOf(other)]
  await setEmail(one, 'between@example.org')
  await setEmail(other, one.email)
  await setEmail(one, other.email)
  const swapped = [
    { ...one, email: other.email },
    { ...other, email: one.email },
  ]
  await services.deps.db
    .updateTable('users')
    .set({ synchronisedAt: new Date(0).toISOString() })
    .execute()
  const fresh = await services.startInstance()
  for (const person of swapped) {
    const { access_token } = await tokensFor(services, person)
    const me = await as(fresh, access_token)('GET', '/users/me')
    assert.equal(me.json().item?.email, person.email, me.body)
  }
  assert.deepEqual(
    (await listStoredEmails([one, other])).map(({ email }) => email),
    emails.reverse(),
  )
})

test('only a sign-in updates lastSignInAt', async () => {
  const person = await createPerson(services)
  const { access_token } = await tokensFor(services, person)
  const { app, deps } = await services.startInstance()
  const readMe = async () => (await as({ app }, access_token)('GET', '/users/me')).json().item
  const before = await readMe()
  assert.ok(before.lastSignInAt, 'the first request of an unknown user is a sign-in')

  const realNow = deps.now
  deps.now = () => new Date(realNow().getTime() + 2 * 3_600_000)
  const { db } = services.identityDeps
  await db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', person.passportId).execute()
  const refreshed = await readMe()
  assert.deepEqual([refreshed.name, refreshed.lastSignInAt], ['Renamed', before.lastSignInAt])

  const payload = { login: person.email, password: person.password }
  assert.equal((await app.inject({ method: 'POST', url: '/user/login', payload })).statusCode, 200)
  assert.ok((await readMe()).lastSignInAt > before.lastSignInAt)
})

test('users can be filtered by status', async () => {
  const person = await createPerson(services)
  const archived = await createPerson(services)
  await syncUsers()
  const archivedAt = new Date().toISOString()
  const { db } = services.identityDeps
  await db.updateTable('users').set({ archivedAt }).where('id', '=', archived.passportId).execute()
  await syncUsers()
  const list = async (query: string): Promise<Record<number, string>> => {
    const { items } = (await admin('GET', `/users?limit=1000&${query}`)).json()
    return Object.fromEntries(items.map((user: User) => [user.passportId, user.status]))
  }
  for (const query of ['', 'status=all']) {
    const all = await list(query)
    assert.deepEqual([all[person.passportId], all[archived.passportId]], ['active', 'archived'])
  }
  const active = await list('status=active')
  assert.deepEqual([active[person.passportId], active[archived.passportId]], ['active', undefined])
  const archivedOnly = await list('status=archived')
  assert.deepEqual(
    [archivedOnly[person.passportId], archivedOnly[archived.passportId]],
    [undefined, 'archived'],
  )
  assert.equal((await admin('GET', '/users?status=unknown')).statusCode, 422)
})
