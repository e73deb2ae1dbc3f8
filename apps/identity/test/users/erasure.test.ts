import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png, sendForm } from '@atrium/testing/forms'
import { tablesContaining } from '@atrium/testing/stored-text'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { personalTables } from '#users/erasure/erasure.queries.ts'
import { startWorker } from '#worker.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, asPerson, createUser, goodPassword, introspect, registrationInput, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const admin = await createUser(identity, 'admin')
const owner = await createUser(identity, 'owner')
const asAdmin = await asPerson(identity, admin)

const erase = (call: typeof asAdmin, id: number, confirmation: string) =>
  call('POST', `/users/${id}/erase`, { confirmation })

/** What a webhook was sent, or waits to be sent, about something that someone did to themselves. */
async function insertDelivery(userId: number, name: string) {
  const now = new Date().toISOString()
  const document = {
    id: 1,
    type: 'user.updated',
    actor: { id: userId, name, application: null },
    subject: { type: 'user', id: userId, name },
    address: '192.0.2.1',
  }
  await sql`
    with webhook as (
      insert into webhooks (url, types, format, language, is_enabled, secret, created_at, updated_at)
      values ('https://example.org/hook', '{user.*}', 'standard', 'en', false, 'sealed', ${now}, ${now}) returning id
    )
    insert into webhook_deliveries (webhook_id, type, document, next_attempt_at, created_at)
    select id, 'user.updated', ${JSON.stringify(document)}::jsonb, ${now}, ${now} from webhook`.execute(
    deps.db,
  )
}

async function registerUnmistakable() {
  const input = registrationInput({
    email: 'unmistakable@example.org',
    phone: '+12025559871',
    surname: 'Quibblethorpe',
    name: 'Zebedee',
    patronymic: 'Vortigern',
    stack: 'Kiteflying',
    birthDate: '1981-02-03',
    gender: 'male',
  })
  const response = await app.inject({ method: 'POST', url: '/users', payload: input })
  assert.equal(response.statusCode, 200, response.body)
  return { ...input, id: response.json().item.id as number, password: goodPassword }
}

test('an erased user leaves no trace but the id, and the address can register again', async () => {
  const person = await registerUnmistakable()
  const session = await signIn(identity, person)
  const call = as(identity, session.access_token)
  await call('POST', '/user-contacts', { type: 'other', value: 'The Zebedee door' })
  await call('POST', '/user-educations', { institution: 'Quibblethorpe College' })
  const file = await sendForm(identity, session.access_token, '/storage/files', {
    purpose: 'avatar',
    file: { name: 'zebedee.png', content: png },
  })
  assert.equal(file.statusCode, 200, file.body)
  await app.inject({ method: 'POST', url: '/auth/password-reset', payload: { username: person.email } })
  await app.inject({ url: '/users/me', headers: { authorization: `Bearer ${session.access_token}` } })
  await insertDelivery(person.id, 'Zebedee Quibblethorpe')
  const { key } = await deps.db
    .selectFrom('files')
    .where('id', '=', file.json().item.id)
    .select('key')
    .executeTakeFirstOrThrow()

  const wrong = await erase(asAdmin, person.id, 'someone@example.org')
  assert.equal(wrong.statusCode, 422, wrong.body)
  assert.ok(wrong.json().error.details.errors.confirmation)
  const erased = await erase(asAdmin, person.id, ` ${person.email.toUpperCase()} `)
  assert.equal(erased.statusCode, 200, erased.body)
  assert.equal((await introspect(identity, session.access_token)).active, false)

  const worker = await startWorker(deps)
  const state = async () => (await asAdmin('GET', `/users/${person.id}/erasure`)).json().item
  await waitUntil(async () => (await state()).reportedAt !== null)
  await waitUntil(() =>
    deps.storage.get(key).then(
      () => false,
      () => true,
    ),
  )
  await worker.stop()
  assert.deepEqual((await state()).heldProjectIds, [])
  for (const trace of ['unmistakable', '2025559871', 'quibblethorpe', 'zebedee', 'vortigern', 'kiteflying'])
    assert.deepEqual(await tablesContaining(deps.db, trace), [], trace)

  const { item } = (await asAdmin('GET', `/users/${person.id}`)).json()
  assert.deepEqual(
    [item.name, item.surname, item.phone, item.status, item.roles, item.birthDate],
    ['Former user', '', null, 'archived', [], null],
  )
  assert.equal(item.erasedAt, (await state()).erasedAt)
  const { id: _id, ...input } = person
  const registered = await app.inject({ method: 'POST', url: '/users', payload: input })
  assert.equal(registered.statusCode, 200, registered.body)
  assert.notEqual(registered.json().item.id, person.id)
})

test('audit entries of an erased user keep id and action, and lose the address', async () => {
  const person = await createUser(identity)
  const session = await signIn(identity, person)
  await as(identity, session.access_token)('PUT', `/users/${person.id}`, { stack: 'Sails' })
  assert.equal((await erase(asAdmin, person.id, person.email)).statusCode, 200)
  const audit = await (await asPerson(identity, owner))('GET', `/audit?userId=${person.id}`)
  const entries = audit.json().items as { action: string; address: string | null; details: object }[]
  assert.deepEqual(
    entries.map(({ action, address }) => [action, address]),
    [
      ['user.erased', '127.0.0.1'], // of the administrator
      ['user.updated', null],
      ['sign-in.succeeded', null],
      ['user.registered', null],
    ],
  )
  assert.deepEqual(entries[0]?.details, {})
})

test('an erased user can be neither erased again nor changed, archived or restored', async () => {
  const person = await createUser(identity)
  assert.equal((await asAdmin('DELETE', `/users/${person.id}`)).statusCode, 200)
  assert.equal((await asAdmin('GET', `/users/${person.id}/erasure`)).statusCode, 404)
  assert.equal((await erase(asAdmin, person.id, person.email)).statusCode, 200)
  const refused = [
    await erase(asAdmin, person.id, person.email),
    await asAdmin('DELETE', `/users/${person.id}`),
    await asAdmin('POST', `/users/${person.id}/restore`),
    await asAdmin('PUT', `/users/${person.id}`, { name: 'Sam' }),
    await asAdmin('POST', `/users/${person.id}/passport-change`, { email: 'back@example.org' }),
    await asAdmin('POST', '/user-contacts', { userId: person.id, type: 'other', value: 'here' }),
  ]
  for (const { statusCode, body } of refused) {
    assert.equal(statusCode, 409, body)
    assert.equal(JSON.parse(body).error.details.reason, 'user_erased')
  }
})

test('only administrators of a sufficient level erase, and never the last owner', async () => {
  const user = await createUser(identity)
  const manager = await createUser(identity, 'manager')
  assert.equal((await erase(await asPerson(identity, manager), user.id, user.email)).statusCode, 403)
  assert.equal((await erase(await asPerson(identity, user), user.id, user.email)).statusCode, 403)
  assert.equal((await erase(asAdmin, owner.id, owner.email)).statusCode, 403)
  const last = await erase(await asPerson(identity, owner), owner.id, owner.email)
  assert.equal(last.statusCode, 409, last.body)
  assert.equal(last.json().error.details.reason, 'last_owner')
  assert.equal((await erase(asAdmin, 999_999, 'nobody@example.org')).statusCode, 404)
})

test('every table that belongs to users is erased, apart from ids without a name', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where column_name = 'user_id' and table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
    deps.db,
  )
  assert.deepEqual(
    rows.map(({ name }) => name).filter(name => !personalTables.includes(name)),
    ['announcements', 'erasures'],
  )
})
