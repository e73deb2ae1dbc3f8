import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendForm } from '@atrium/testing/forms'
import { sharedIdentity } from '../identity-service.ts'
import { as, asClient, asPerson, createUser, goodPassword, introspect, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const owner = await createUser(identity, 'owner')
const admin = await createUser(identity, 'admin')

async function readUser(id: number) {
  return (await (await asPerson(identity, owner))('GET', `/users/${id}`)).json().item
}

test('updating a profile keeps absent fields, and null clears a field', async () => {
  const user = await createUser(identity)
  const call = await asPerson(identity, user)
  const profile = {
    surname: ' Новая ',
    patronymic: 'P',
    birthDate: '1990-05-17',
    gender: 'male',
    stack: 'Go',
  }
  const changed = await call('PUT', `/users/${user.id}`, { ...profile, preferredContact: 'telegram' })
  assert.equal(changed.statusCode, 200, changed.body)
  const { item } = changed.json()
  assert.deepEqual(
    [item.surname, item.name, item.patronymic, item.birthDate, item.preferredContact],
    ['Новая', 'Sam', 'P', '1990-05-17', 'telegram'],
  )
  const cleared = (await call('PUT', `/users/${user.id}`, { patronymic: null, birthDate: null })).json().item
  assert.deepEqual([cleared.patronymic, cleared.birthDate, cleared.gender], [null, null, 'male'])
  assert.equal((await call('PUT', `/users/${user.id}`, {})).statusCode, 200)
})

test('a profile that was read is sent back whole with one change', async () => {
  const user = await createUser(identity)
  await deps.db
    .updateTable('users')
    .set({ postId: await createPost() })
    .where('id', '=', user.id)
    .execute()
  const call = await asPerson(identity, user)
  const read = (await call('GET', `/users/${user.id}`)).json().item
  for (const [method, path] of [['PUT', ''] as const, ['POST', '/update'] as const]) {
    const name = `Changed by ${method}`
    const changed = await call(method, `/users/${user.id}${path}`, { ...read, name })
    assert.equal(changed.statusCode, 200, changed.body)
    assert.deepEqual(changed.json().item, { ...read, name, updatedAt: changed.json().item.updatedAt })
  }
  const { details } = await deps.db
    .selectFrom('auditEntries')
    .where('action', '=', 'user.updated')
    .where('subjectId', '=', user.id)
    .select('details')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  assert.deepEqual(details, { fields: ['name'] })
  const wrong = await call('PUT', `/users/${user.id}`, { ...read, email: 'x@example.org', gender: 1, id: 1 })
  assert.equal(wrong.statusCode, 422)
  assert.deepEqual(Object.keys(wrong.json().error.details.errors).sort(), ['email', 'gender', 'id'])
})

async function createPost() {
  const { id } = await deps.db
    .insertInto('posts')
    .values({ name: 'Keeper of records' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a form that repeats what was read changes the rest', async () => {
  const user = await createUser(identity)
  const { access_token } = await signIn(identity, user)
  const read = (await as(identity, access_token)('GET', `/users/${user.id}`)).json().item
  const texts = Object.entries(read).map(([name, value]) => [name, value === null ? '' : String(value)])
  const form = { ...Object.fromEntries(texts), gender: 'other' }
  const changed = await sendForm(identity, access_token, `/users/${user.id}/update`, form)
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal(changed.json().item.gender, 'other')
})

test('POST …/update accepts multipart, forms and JSON', async () => {
  const user = await createUser(identity)
  const form = new FormData()
  form.append('name', 'Multi')
  form.append('gender', '')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const { access_token } = await signIn(identity, user)
  const multipart = await app.inject({
    method: 'POST',
    url: `/users/${user.id}/update`,
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  assert.equal(multipart.json().item?.name, 'Multi', multipart.body)
  const json = await as(identity, access_token)('POST', `/users/${user.id}/update`, { name: 'Plain' })
  assert.equal(json.json().item.name, 'Plain')
})

test('a form clears the fields listed in `clear`, repeated or comma-separated', async () => {
  const user = await createUser(identity)
  const { access_token } = await signIn(identity, user)
  const url = `/users/${user.id}/update`
  const profile = { patronymic: 'P', stack: 'TypeScript', birthDate: '1990-05-17', gender: 'male' }
  await as(identity, access_token)('POST', url, profile)
  const first = await sendForm(identity, access_token, url, { clear: 'patronymic, stack', gender: '' })
  assert.equal(first.statusCode, 200, first.body)
  assert.partialDeepStrictEqual(first.json().item, { ...profile, patronymic: null, stack: null })
  const form = new URLSearchParams([
    ['clear', 'birthDate'],
    ['clear', 'gender'],
    ['name', 'Cleared'],
  ])
  const headers = {
    authorization: `Bearer ${access_token}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const second = await app.inject({ method: 'POST', url, headers, payload: form.toString() })
  assert.equal(second.statusCode, 200, second.body)
  assert.partialDeepStrictEqual(second.json().item, { birthDate: null, gender: null, name: 'Cleared' })
  const refused = await sendForm(identity, access_token, url, { clear: 'surname' })
  assert.equal(refused.statusCode, 422)
})

for (const [field, value] of [
  ['name', null],
  ['surname', ' '],
  ['birthDate', '2999-01-01'],
  ['birthDate', '0000-01-01'],
  ['gender', 'unknown'],
  ['cityId', 999_999],
  ['languageId', 999_999],
  ['cityId', 'x'],
  ['email', 'other@example.org'],
  ['phone', '+12025550000'],
  ['password', 'another long passphrase'],
  ['passwordHash', 'x'],
  ['roles', ['owner']],
  ['isOwner', true],
  ['emailVerifiedAt', '2026-01-01T00:00:00Z'],
  ['status', 'archived'],
  ['archivedAt', '2026-01-01T00:00:00.000Z'],
  ['consentDigest', 'a'.repeat(64)],
  ['consent', true],
  ['id', 1],
] as const) {
  test(`a profile with ${field} = ${JSON.stringify(value)} is refused and nothing changes`, async () => {
    const user = await createUser(identity)
    const before = await readUser(user.id)
    const call = await asPerson(identity, user)
    for (const [method, path] of [['PUT', ''] as const, ['POST', '/update'] as const]) {
      const response = await call(method, `/users/${user.id}${path}`, {
        patronymic: 'Sneaky',
        [field]: value,
      })
      assert.equal(response.statusCode, 422, response.body)
      assert.ok(response.json().error.details.errors[field])
    }
    assert.deepEqual(await readUser(user.id), before)
  })
}

test('changing the job title requires the permission to write any user', async () => {
  const user = await createUser(identity)
  const { id: postId } = await deps.db
    .insertInto('posts')
    .values({ name: 'Test engineer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refuse = async (value: number | null) => {
    const own = await (await asPerson(identity, user))('PUT', `/users/${user.id}`, { postId: value })
    assert.equal(own.statusCode, 403)
    assert.equal(own.json().error.details.permission, 'users.write.any')
  }
  const call = await asPerson(identity, admin)
  await refuse(postId)
  assert.equal((await call('PUT', `/users/${user.id}`, { postId })).json().item.post, 'Test engineer')
  await refuse(null)
  assert.equal((await call('PUT', `/users/${user.id}`, { postId: null })).json().item.post, null)
  assert.equal((await call('PUT', `/users/${user.id}`, { postId: 999_999 })).statusCode, 422)
})

test('users of a higher level cannot be changed by any route', async () => {
  const calls = [await asPerson(identity, admin), await asClient(identity, 'user:write')]
  for (const call of calls) {
    assert.equal((await call('PUT', `/users/${owner.id}`, { name: 'X' })).statusCode, 403)
    assert.equal((await call('POST', `/users/${owner.id}/update`, { name: 'X' })).statusCode, 403)
    const taken = await call('POST', `/users/${owner.id}/passport-change`, { email: 'taken@example.org' })
    assert.equal(taken.statusCode, 403)
    assert.equal((await call('PUT', `/users/${admin.id}`, { name: 'Peer' })).statusCode, 200)
    assert.equal((await call('PUT', '/users/999999', { name: 'X' })).statusCode, 404)
    assert.equal((await call('POST', '/users/999999/passport-change', { email: 'x@y.org' })).statusCode, 404)
  }
  assert.equal((await readUser(owner.id)).email, owner.email)
})

test('changing one’s own credentials requires the current password', async () => {
  const user = await createUser(identity)
  const call = await asPerson(identity, user)
  const url = `/users/${user.id}/passport-change`
  for (const currentPassword of [undefined, 'not this one at all']) {
    const refused = await call('POST', url, { email: 'fresh@example.org', currentPassword })
    assert.equal(refused.statusCode, 422)
    assert.ok(refused.json().error.details.errors.currentPassword)
  }
  const nothing = await call('POST', url, { currentPassword: goodPassword })
  assert.equal(nothing.statusCode, 422)
  for (const [field, value] of [
    ['phone', '12'],
    ['email', 'nobody'],
    ['password', 'password123'],
    ['password', user.email],
    ['name', 'X'],
  ] as const) {
    const refused = await call('POST', url, { [field]: value, currentPassword: goodPassword })
    assert.ok(refused.json().error.details.errors[field], refused.body)
  }
  const changed = await call('POST', url, { phone: '+1 (202) 555-0777', currentPassword: goodPassword })
  assert.equal(changed.json().item.phone, '+12025550777')
  const taken = await call('POST', url, { email: owner.email.toUpperCase(), currentPassword: goodPassword })
  assert.equal(taken.statusCode, 409)
  assert.equal(taken.json().error.details.field, 'email')
})

test('wrong current passwords are counted like failed sign-ins', async () => {
  const user = await createUser(identity)
  const call = await asPerson(identity, user)
  const guess = () =>
    call('POST', `/users/${user.id}/passport-change`, {
      email: 'g@example.org',
      currentPassword: 'guess guess',
    })
  for (let round = 0; round < 5; round += 1) assert.equal((await guess()).statusCode, 422)
  assert.equal((await guess()).statusCode, 429)
})

test('a new email address is unconfirmed, and a change of case is not a new address', async () => {
  const user = await createUser(identity)
  await deps.db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date().toISOString() })
    .where('id', '=', user.id)
    .execute()
  const call = await asPerson(identity, user)
  const change = async (email: string) => {
    const body = { email, currentPassword: goodPassword }
    return (await call('POST', `/users/${user.id}/passport-change`, body)).json().item
  }
  assert.notEqual((await change(user.email.toUpperCase())).emailVerifiedAt, null)
  const fresh = await change('brand-new@example.org')
  assert.deepEqual([fresh.email, fresh.emailVerifiedAt], ['brand-new@example.org', null])
})

test('a new password ends all other sessions', async () => {
  const user = await createUser(identity)
  const [current, other] = [await signIn(identity, user), await signIn(identity, user)]
  assert.equal((await introspect(identity, other.access_token)).active, true)
  const body = { password: 'a wholly new passphrase', currentPassword: goodPassword }
  const changed = await as(identity, current.access_token)('POST', `/users/${user.id}/passport-change`, body)
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal((await introspect(identity, current.access_token)).active, true)
  assert.equal((await introspect(identity, other.access_token)).active, false)
  const refreshed = (refresh_token: string) =>
    app.inject({ method: 'POST', url: '/auth/refresh', cookies: { refresh_token } })
  assert.equal((await refreshed(other.refresh_token)).statusCode, 401)
  assert.equal((await refreshed(current.refresh_token)).statusCode, 200)
  await signIn(identity, { ...user, password: body.password })
})

test('an administrator can set a password without the old one, which ends all sessions', async () => {
  const user = await createUser(identity)
  const { access_token } = await signIn(identity, user)
  const call = await asPerson(identity, admin)
  const url = `/users/${user.id}/passport-change`
  assert.equal((await call('POST', url, { password: 'given by the admin' })).statusCode, 200)
  assert.equal((await introspect(identity, access_token)).active, false)
  await signIn(identity, { ...user, password: 'given by the admin' })
})

test('changes are logged without secrets', async () => {
  const user = await createUser(identity)
  const call = await asPerson(identity, user)
  await call('PUT', `/users/${user.id}`, { name: 'Logged' })
  const body = { password: 'unmistakable-secret-8', currentPassword: goodPassword }
  await call('POST', `/users/${user.id}/passport-change`, body)
  const entries = await deps.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subjectId', '=', user.id)
    .where('action', 'in', ['user.updated', 'user.credentials_changed'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action, actorId, details }) => [action, actorId, details]),
    [
      ['user.updated', user.id, { fields: ['name'] }],
      ['user.credentials_changed', user.id, { fields: ['password'] }],
    ],
  )
  assert.doesNotMatch(JSON.stringify(entries), /unmistakable|argon2/)
})
