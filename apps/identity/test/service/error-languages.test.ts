import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCatalogue } from '@atrium/testing/catalogues'
import { errorCatalogue } from '#errors.ts'
import { sharedIdentity } from '../identity-service.ts'
import { createUser, registrationInput, signIn } from '../people.ts'

const identity = await sharedIdentity()
const inRussian = { 'accept-language': 'ru' }

function post(url: string, payload: object, headers: Record<string, string> = inRussian) {
  return identity.app.inject({ method: 'POST', url, payload, headers })
}

test('field errors of a registration are in the language of the request', async () => {
  const registration = registrationInput({ email: 'nobody', phone: '12', password: 'short', consent: false })
  const answer = await post('/users', registration)
  assert.equal(answer.statusCode, 422)
  assert.deepEqual(answer.json().error.details.errors, {
    email: ['введите адрес электронной почты'],
    password: ['минимум 8 символов'],
    consent: ['нужно согласие: true'],
    phone: ['введите номер телефона в международном формате, например +79001234567'],
  })
  const weak = await post('/users', registrationInput({ phone: '12', password: 'password1' }))
  assert.deepEqual(weak.json().error.details.errors, {
    phone: ['введите номер телефона в международном формате, например +79001234567'],
    password: [
      'слишком легко угадать: сделайте пароль длиннее, без частых слов, рядов символов и своих имени, почты и телефона',
    ],
  })
})

test('the error of a taken email address is in the language of the request', async () => {
  const { email } = await createUser(identity)
  const { error } = (await post('/users', registrationInput({ email }))).json()
  assert.deepEqual([error.code, error.details.field], [409, 'email'])
  assert.match(error.message, /[а-я]/)
})

test('the lockout error is in the language of the request', async () => {
  const { email } = await createUser(identity)
  const guess = () => post('/auth/login', { username: email, password: 'wrong' })
  let answer = await guess()
  assert.equal(answer.json().error.message, 'Неверная почта, телефон или пароль')
  while (answer.statusCode === 401) answer = await guess()
  assert.equal(answer.statusCode, 429)
  assert.match(answer.json().error.message, /^Слишком много .* через \d+ секунд[уы]?$/)
})

test('the error of a missing permission is in the language of the request', async () => {
  const { access_token } = await signIn(identity, await createUser(identity))
  const headers = { ...inRussian, authorization: `Bearer ${access_token}` }
  const answer = await post('/roles', { name: 'readers', level: 1 }, headers)
  assert.equal(answer.json().error.message, 'Для этого нужно право roles.manage')
})

test('the page of an expired link is in the language of the request', async () => {
  const headers = { ...inRussian, accept: 'text/html' }
  const answer = await post('/email-verify', { token: 'old' }, headers)
  assert.equal(answer.statusCode, 410)
  assert.match(answer.body, /<h1>Ссылка больше не действует<\/h1>/)
  const short = await post('/password-reset', { token: 'old', password: 'short' }, headers)
  assert.match(short.body, /<p class="error" id="password-error">минимум 8 символов<\/p>/)
})

test('token errors are ASCII, as RFC 6749 §5.2 requires', async () => {
  const answer = await post('/token', { grant_type: 'nothing', client_id: 'nobody' })
  assert.match(answer.json().error_description, /^[\x20-\x7e]+$/)
})

test('every error has the same parameters in both languages', () => {
  checkCatalogue(errorCatalogue)
})
