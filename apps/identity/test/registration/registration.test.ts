import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, goodPassword, registrationInput } from '../people.ts'

const identity = await sharedIdentity()
const { app } = identity

function register(payload: object) {
  return app.inject({ method: 'POST', url: '/users', payload })
}

test('the required fields are enough, and the response is 200 with the user', async () => {
  const response = await register(
    registrationInput({ email: 'Smallest@Example.org', phone: '+1 (202) 555-0199' }),
  )
  assert.equal(response.statusCode, 200)
  const { item } = response.json()
  assert.equal(typeof item.id, 'number')
  assert.equal(item.email, 'Smallest@Example.org')
  assert.equal(item.phone, '+12025550199')
  assert.deepEqual(item.roles, ['user'])
  assert.equal(item.isOwner, false)
  assert.equal(item.status, 'active')
  assert.equal(item.emailVerifiedAt, null)
  assert.match(item.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('a multipart form is read like JSON, and an empty field is absent', async () => {
  const form = new FormData()
  const fields = registrationInput({
    patronymic: '',
    birthDate: '1990-05-17',
    gender: 'female',
    stack: 'TypeScript',
  })
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url: '/users',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  assert.equal(response.statusCode, 200, response.body)
  const { item } = response.json()
  assert.equal(item.patronymic, null)
  assert.equal(item.birthDate, '1990-05-17')
  assert.equal(item.gender, 'female')
})

test('an optional field can be null, which counts as absent', async () => {
  const none = { patronymic: null, birthDate: null, gender: null, stack: null, preferredContact: null }
  const ids = { cityId: null, languageId: null, consentSource: null }
  const response = await register(registrationInput({ ...none, ...ids }))
  assert.equal(response.statusCode, 200, response.body)
  assert.partialDeepStrictEqual(response.json().item, { ...none, ...ids })
})

test('names in any script are trimmed and kept', async () => {
  const { item } = (await register(registrationInput({ surname: '  Пример ', name: '例' }))).json()
  assert.equal(item.surname, 'Пример')
  assert.equal(item.name, '例')
})

test('no response contains the password or its hash', async () => {
  const response = await register(registrationInput({ password: 'unmistakable-secret-7' }))
  assert.doesNotMatch(response.body, /unmistakable-secret-7|argon2|password/i)
})

test('every missing field is named at once', async () => {
  const response = await register({})
  assert.equal(response.statusCode, 422)
  const { error } = response.json()
  assert.equal(error.code, 422)
  assert.deepEqual(Object.keys(error.details.errors).sort(), [
    'consent',
    'email',
    'name',
    'password',
    'phone',
    'surname',
  ])
})

test('one 422 names every invalid field', async () => {
  const wrong = {
    email: 'nobody',
    phone: '12',
    password: 'aaaaaaaa',
    surname: 'Two\nlines',
    birthDate: '2999-01-01',
    cityId: 999_999,
    languageId: 999_999,
    consent: false,
    hobby: 'typos',
  }
  const response = await register(registrationInput(wrong))
  assert.equal(response.statusCode, 422)
  const { errors } = response.json().error.details
  assert.deepEqual(Object.keys(errors).sort(), Object.keys(wrong).sort())
  const semantic = { phone: '12', password: 'aaaaaaaa', birthDate: '2999-01-01', cityId: 999_999 }
  const second = await register(registrationInput(semantic))
  assert.deepEqual(Object.keys(second.json().error.details.errors).sort(), Object.keys(semantic).sort())
})

test('changes of a profile and of credentials name every invalid field at once, too', async () => {
  const person = await createUser(identity)
  const call = await asPerson(identity, person)
  const profile = { name: '', birthDate: '2999-01-01', cityId: 999_999, languageId: 999_999 }
  const credentials = { email: 'nobody', phone: '12', password: 'aaaaaaaa' }
  const contact = { type: 'email', value: 'nobody', isPrimary: 'yes' }
  for (const [method, url, body, wrong] of [
    ['PUT', `/users/${person.id}`, profile, Object.keys(profile)],
    [
      'POST',
      `/users/${person.id}/passport-change`,
      credentials,
      [...Object.keys(credentials), 'currentPassword'],
    ],
    ['POST', '/user-contacts', contact, ['value', 'isPrimary']],
  ] as const) {
    const response = await call(method, url, body)
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(Object.keys(response.json().error.details.errors).sort(), [...wrong].sort())
  }
})

test('internationalized email addresses register and sign in, also with surrounding spaces', async () => {
  for (const email of ['иван@почта.рф', 'Jürgen@müller.example', '用户@例子.广告']) {
    const response = await register(registrationInput({ email: ` ${email} ` }))
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json().item.email, email)
    for (const username of [email, `  ${email}\t`, email.toUpperCase()]) {
      const payload = { username, password: goodPassword }
      assert.equal(
        (await app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode,
        200,
        username,
      )
    }
  }
})

for (const [field, value] of [
  ['email', 'nobody'],
  ['email', 'two@at@example.org'],
  ['email', 'a b@example.org'],
  ['email', 'a@localhost'],
  ['email', 'a@-bad.example'],
  ['email', 'a..b@example.org'],
  ['email', 'a@example.org\nBcc: b@example.org'],
  ['name', 'Ann\r\nBcc: b@example.org'],
  ['surname', 'Hello\u2028your account was locked'],
  ['patronymic', 'a\u0007b'],
  ['phone', '12'],
  ['phone', 'call me'],
  ['password', 'short'],
  ['password', 'x'.repeat(129)],
  ['password', 'password123'],
  ['surname', '   '],
  ['name', 'x'.repeat(101)],
  ['birthDate', '1899-12-31'],
  ['birthDate', '2999-01-01'],
  ['birthDate', '2001-02-30'],
  ['gender', 'unknown'],
  ['preferredContact', 'pigeon'],
  ['stack', 'x'.repeat(501)],
  ['cityId', 999_999],
  ['languageId', 999_999],
  ['consent', false],
  ['roles', ['owner']],
  ['isOwner', true],
  ['emailVerifiedAt', '2026-01-01T00:00:00Z'],
  ['status', 'active'],
] as const) {
  test(`${field} = ${JSON.stringify(value).slice(0, 30)} is refused with its own message`, async () => {
    const response = await register(registrationInput({ [field]: value }))
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field]?.length > 0)
  })
}

test('an email address is unique in any case, and a phone number in any spelling', async () => {
  const person = await createUser(identity)
  const sameEmail = await register(registrationInput({ email: person.email.toUpperCase() }))
  assert.equal(sameEmail.statusCode, 409)
  assert.equal(sameEmail.json().error.details.field, 'email')
  const samePhone = await register(registrationInput({ phone: person.phone.replace('+1202', '+1 202 ') }))
  assert.equal(samePhone.statusCode, 409)
  assert.equal(samePhone.json().error.details.field, 'phone')
})

test('of many registrations with one email address at once, exactly one succeeds', async () => {
  const { email } = registrationInput()
  const responses = await Promise.all(Array.from({ length: 8 }, () => register(registrationInput({ email }))))
  assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [200, ...Array(7).fill(409)])
})
