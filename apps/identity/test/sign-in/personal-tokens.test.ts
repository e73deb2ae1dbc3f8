import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPersonalToken } from '@atrium/core/personal-token'
import { waitUntil } from '@atrium/testing/wait-until'
import { setPassword } from '#sign-in/credentials/credentials.commands.ts'
import { cleanUp } from '#tokens/clean-up.ts'
import { startIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import {
  as,
  asPerson,
  createConfirmedUser,
  createUser,
  goodPassword,
  introspect,
  type Person,
} from '../people.ts'

const tasks = 'https://tasks.example.org'
const identity = await startIdentity({ TASKS_URL: tasks })
const { deps } = identity
const mailbox = await startMailbox(deps)
const input = { currentPassword: goodPassword, name: 'Backup script', scopes: ['tasks:read'] }

async function createToken(person: Person, overrides: object = {}) {
  const call = await asPerson(identity, person)
  const response = await call('POST', `/users/${person.id}/personal-tokens`, { ...input, ...overrides })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; token: string; expiresAt: string | null }
}

test('a token is shown once, listed without its secret and revoked at once', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const path = `/users/${person.id}/personal-tokens`
  const created = await createToken(person, { scopes: ['tasks:read', 'tasks:write'], expiresInDays: 30 })
  const stored = await deps.db.selectFrom('personalTokens').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes(created.token), 'only the digest is stored')

  const { active, sub, scope, aud, token_name, project_ids, client_id, data } = await introspect(
    identity,
    created.token,
  )
  assert.deepEqual(
    { active, sub, scope, aud, token_name, project_ids, client_id },
    {
      active: true,
      sub: String(person.id),
      scope: 'tasks:read tasks:write',
      aud: tasks,
      token_name: 'Backup script',
      project_ids: undefined,
      client_id: deps.settings.OAUTH2_CLIENT_ID,
    },
  )
  const exp = Math.floor(Date.parse(String(created.expiresAt)) / 1000)
  assert.partialDeepStrictEqual(data, { sub_type: 'user', client_id, exp })
  const other = await createConfirmedUser(identity)
  const lasting = await introspect(identity, (await createToken(other)).token)
  assert.equal(lasting.exp, Date.parse('9999-12-31T23:59:59Z') / 1000, 'a token without an end has a far one')
  assert.equal(lasting.data.exp, lasting.exp)

  const list = await call('GET', path)
  assert.ok(!list.body.includes(created.token))
  const [listed] = list.json().items
  assert.deepEqual(
    [listed.name, listed.scopes, listed.projectIds, listed.expiresAt],
    ['Backup script', ['tasks:read', 'tasks:write'], null, created.expiresAt],
  )
  assert.ok(listed.lastUsedAt)

  assert.equal((await call('DELETE', `${path}/${created.id}`)).statusCode, 200)
  assert.equal((await introspect(identity, created.token)).active, false)
  assert.equal((await call('DELETE', `${path}/${created.id}`)).statusCode, 404)
  assert.deepEqual((await call('GET', path)).json().items, [])
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('subjectId', '=', person.id)
    .where('action', 'like', 'user.personal_token%')
    .select('action')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['user.personal_token_created', 'user.personal_token_revoked'],
  )
})

test('creating one needs the password and a confirmed address, and is reported by email', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const path = `/users/${person.id}/personal-tokens`
  const wrong = await call('POST', path, { ...input, currentPassword: 'not the password' })
  assert.deepEqual(
    [wrong.statusCode, wrong.json().error.details.codes],
    [422, { currentPassword: ['wrong_password'] }],
  )
  for (const [field, bad] of [
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['user:read'] }],
    ['name', { name: ' ' }],
    ['projectIds', { projectIds: [] }],
    ['expiresInDays', { expiresInDays: 0 }],
  ] as const) {
    const refused = await call('POST', path, { ...input, ...bad })
    assert.ok(refused.json().error.details.codes[field] ?? refused.json().error.details.errors, refused.body)
    assert.equal(refused.statusCode, 422)
  }
  const unconfirmed = await createUser(identity)
  const refused = await (await asPerson(identity, unconfirmed))(
    'POST',
    `/users/${unconfirmed.id}/personal-tokens`,
    input,
  )
  assert.equal(refused.json().error.details.reason, 'email_unconfirmed')

  await createToken(person)
  const isAbout = ({ to, source }: (typeof mailbox.received)[number]) =>
    to.includes(person.email) && source.includes('Subject: Personal access token created')
  await waitUntil(() => mailbox.received.some(isAbout))
})

test('only the user creates tokens; administrators can list and revoke them', async () => {
  const person = await createConfirmedUser(identity)
  const { id } = await createToken(person)
  const path = `/users/${person.id}/personal-tokens`
  const admin = await asPerson(identity, await createConfirmedUser(identity, 'admin'))
  const stranger = await asPerson(identity, await createConfirmedUser(identity))
  assert.equal((await admin('POST', path, input)).statusCode, 403)
  assert.equal((await stranger('GET', path)).statusCode, 403)
  assert.equal((await stranger('DELETE', `${path}/${id}`)).statusCode, 403)
  assert.equal((await admin('GET', `${path}/projects`)).statusCode, 403)
  assert.equal((await admin('GET', path)).json().items.length, 1)
  assert.equal((await admin('DELETE', `${path}/${id}`)).statusCode, 200)
})

test('a token is worth nothing here: it can neither create tokens nor change credentials', async () => {
  const person = await createConfirmedUser(identity)
  const { token } = await createToken(person, { scopes: ['tasks:read', 'tasks:write', 'tasks:manage'] })
  const call = as(identity, token)
  const attempts = [
    ['POST', `/users/${person.id}/personal-tokens`, input],
    ['GET', `/users/${person.id}/personal-tokens`],
    ['GET', `/users/${person.id}`],
    [
      'POST',
      `/users/${person.id}/passport-change`,
      { currentPassword: goodPassword, password: 'another one!' },
    ],
    ['POST', '/auth/logout-all'],
  ] as const
  for (const [method, url, body] of attempts) {
    const refused = await call(method, url, body)
    assert.equal(refused.statusCode, 401, url)
    assert.equal(refused.json().error.details.reason, 'personal_token_refused', url)
  }
})

test('a new password, a reset and archiving end the tokens of the user', async () => {
  const isActive = async (token: string) => (await introspect(identity, token)).active
  const changing = await createConfirmedUser(identity)
  const changed = await createToken(changing)
  const untouched = await createToken(await createConfirmedUser(identity))
  const call = await asPerson(identity, changing)
  const password = 'another long passphrase'
  await call('POST', `/users/${changing.id}/passport-change`, { currentPassword: goodPassword, password })
  assert.equal(await isActive(changed.token), false)

  const forgetful = await createConfirmedUser(identity)
  const forgotten = await createToken(forgetful)
  await setPassword(deps, forgetful.id, password)
  assert.equal(await isActive(forgotten.token), false)

  const leaving = await createConfirmedUser(identity)
  const left = await createToken(leaving)
  const admin = await asPerson(identity, await createUser(identity, 'owner'))
  await admin('DELETE', `/users/${leaving.id}`)
  assert.equal(await isActive(left.token), false)
  await admin('POST', `/users/${leaving.id}/restore`)
  assert.equal(await isActive(left.token), false)

  const staying = await createConfirmedUser(identity)
  const kept = await createToken(staying)
  await (await asPerson(identity, staying))('POST', '/auth/logout-all')
  assert.equal(await isActive(kept.token), true, 'signing out everywhere ends sessions only')
  assert.equal(await isActive(untouched.token), true)
})

test('the last use is recorded once a minute, and a token expires', async () => {
  const { token, id } = await createToken(await createConfirmedUser(identity), { expiresInDays: 1 })
  const lastUse = async () => {
    const found = await deps.db
      .selectFrom('personalTokens')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst()
    return found?.lastUsedAt
  }
  const { now } = deps
  const start = now().getTime()
  const at = (seconds: number) => {
    deps.now = () => new Date(start + seconds * 1000)
  }
  at(0)
  await introspect(identity, token)
  const first = await lastUse()
  at(59)
  await introspect(identity, token)
  assert.equal(await lastUse(), first)
  at(61)
  await introspect(identity, token)
  assert.equal(Date.parse(String(await lastUse())), start + 61_000)
  at(86_401)
  assert.equal((await introspect(identity, token)).active, false)
  at(32 * 86_400)
  await cleanUp(deps)
  assert.equal(await lastUse(), undefined)
  deps.now = now
})

test('an unknown token is inactive', async () => {
  for (const token of [createPersonalToken(), 'atrium_pat_', 'atrium_pat_nonsense']) {
    const { active, data } = await introspect(identity, token)
    assert.deepEqual([active, data.active], [false, false])
  }
})
