import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { codeAt, stepAt } from '@atrium/identity/sign-in/two-factor/time-code'
import { startBothServices } from '../both-services.ts'
import { as, cookiesOf, createPerson, type Person } from '../people.ts'

const services = await startBothServices()
const { app, identity, identityDeps } = services

function login({ email, password }: Person, more = {}, remoteAddress = '203.0.113.1') {
  const payload = { login: email, password, ...more }
  return app.inject({ method: 'POST', url: '/user/login', payload, remoteAddress })
}

/** A user with two-factor sign-in, and a function that returns a new code for each sign-in. */
async function createTwoFactorUser() {
  const person = await createPerson(services)
  const { email, password, passportId } = person
  const payload = { username: email, password }
  const cookies = cookiesOf(await identity.inject({ method: 'POST', url: '/auth/login', payload }))
  const url = `/users/${passportId}/two-factor`
  const send = async (url: string, payload: object) =>
    (await identity.inject({ method: 'POST', url, cookies, payload })).json().item
  const { secret } = await send(url, { currentPassword: password })
  const code = codeAt(fromBase32(secret), stepAt(identityDeps.now()))
  const { recoveryCodes } = await send(`${url}/confirm`, { code })
  return { person, codes: recoveryCodes as string[] }
}

function fromBase32(text: string) {
  const digits = [...text].map(character => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character))
  const bits = digits.map(digit => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

test('a user with two-factor sign-in is asked for a code and signs in with it', async () => {
  const { person, codes } = await createTwoFactorUser()
  const [code = '', other = ''] = codes
  const asked = await login(person)
  assert.equal(asked.statusCode, 401)
  assert.equal(asked.json().error.details.reason, 'two_factor_required')

  const wrong = await login(person, { twoFactorCode: '000000' })
  assert.equal(wrong.statusCode, 401)
  assert.equal(wrong.json().error.details.reason, 'invalid_credentials_or_code')
  const wrongPassword = await login({ ...person, password: 'not the password' }, { twoFactorCode: other })
  assert.equal(wrongPassword.statusCode, 401)

  const signedIn = await login(person, { twoFactorCode: code })
  assert.equal(signedIn.statusCode, 200, signedIn.body)
  assert.equal((await as(services, signedIn.json().token)('GET', '/users/me')).statusCode, 200)
  assert.equal((await login(person, { twoFactorCode: code })).statusCode, 401, 'a code works only once')
})

test('failed sign-ins count against the IP address of the visitor, not of the service', async () => {
  const person = await createPerson(services)
  const guess = () => login({ ...person, password: 'a wrong guess' }, {}, '198.51.100.7')
  for (let attempt = 0; attempt < 5; attempt += 1) assert.equal((await guess()).statusCode, 401)
  assert.equal((await guess()).statusCode, 429)
  assert.equal((await login(person, {}, '198.51.100.7')).statusCode, 429)
  assert.equal((await login(person, {}, '203.0.113.9')).statusCode, 200)
})

test('other clients cannot set the IP address of their visitors', async () => {
  const person = await createPerson(services)
  const client = await createClient(identityDeps, {
    resources: [],
    name: 'Another application',
    grantTypes: 'password',
    scope: 'user:read',
    redirectUris: [],
    isPublic: false,
  })
  const statuses = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const response = await identity.inject({
      method: 'POST',
      url: '/token',
      headers: { 'x-visitor-address': `198.51.100.${attempt}` },
      payload: {
        grant_type: 'password',
        username: person.email,
        password: 'a wrong guess',
        client_id: client.clientId,
        client_secret: client.clientSecret ?? '',
      },
    })
    statuses.push(response.statusCode)
  }
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429])
})

test('an identity service that ends in the middle of an answer is unavailable, not a fault of ours', async () => {
  const person = await createPerson(services)
  services.proxy.setState('cut', '/token')
  const refused = await login(person)
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [503, 'identity_unavailable'])
  services.proxy.setState('open')
  assert.equal((await login(person)).statusCode, 200)
})
