import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadIdentitySettings } from '#settings.ts'
import { startIdentity } from '../identity-service.ts'
import { createUser, registerClient, registrationInput, signIn, tokenRequest } from '../people.ts'

const identity = await startIdentity({
  ADMIN_ALLOW: '10.1.0.0/16, 2001:db8::/32',
  TRUST_PROXY: '127.0.0.1',
})
const owner = await createUser(identity, 'owner')
const person = await createUser(identity)
const { access_token: ownerToken } = await signIn(identity, owner)

/** The service is behind a proxy, which names the visitor's address. */
function call(address: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${ownerToken}`, 'x-forwarded-for': address }
  return identity.app.inject({ method, url, headers, ...(payload && { payload }) })
}

test('administration is open to the networks of ADMIN_ALLOW and to no other', async () => {
  const asked = [
    ['GET', '/users'],
    ['GET', '/audit'],
    ['GET', '/admin/statistics'],
    ['GET', `/users/${person.id}`],
    ['GET', `/users/${person.id}/sessions`],
    ['PUT', `/users/${person.id}`, { name: 'Other' }],
    ['DELETE', '/maintenance'],
  ] as const
  for (const [method, url, payload] of asked) {
    for (const address of ['10.1.2.3', '2001:db8:1::7', '::ffff:10.1.2.3']) {
      const allowed = await call(address, method, url, payload)
      assert.equal(allowed.statusCode, 200, `${address} ${method} ${url}: ${allowed.body}`)
    }
    const refused = await call('10.2.0.1', method, url, payload)
    const { error } = refused.json()
    assert.deepEqual(
      [refused.statusCode, error.details?.reason, error.details?.address],
      [403, 'admin_address_refused', '10.2.0.1'],
      `${method} ${url}`,
    )
  }
})

test('an address that only the visitor claims does not count', async () => {
  const response = await identity.app.inject({
    method: 'GET',
    url: '/users',
    remoteAddress: '198.51.100.4',
    headers: { authorization: `Bearer ${ownerToken}`, 'x-forwarded-for': '10.1.2.3' },
  })
  assert.equal(response.json().error.details.reason, 'admin_address_refused')
})

test('the page of the administration says why it is closed', async () => {
  const headers = {
    authorization: `Bearer ${ownerToken}`,
    accept: 'text/html',
    'accept-language': 'ru',
    'x-forwarded-for': '192.0.2.8',
  }
  const page = await identity.app.inject({ url: '/admin', headers })
  assert.equal(page.statusCode, 403)
  assert.match(page.body, /Администрирование недоступно из вашей сети \(адрес 192\.0\.2\.8\)/)
})

test('one’s own account works from anywhere', async () => {
  const outside = '192.0.2.8'
  for (const url of ['/users/me', `/users/${owner.id}/sessions`, '/user-contacts', '/posts']) {
    const response = await call(outside, 'GET', url)
    assert.equal(response.statusCode, 200, `${url}: ${response.body}`)
  }
  const renamed = await call(outside, 'PUT', `/users/${owner.id}`, { name: 'Olga' })
  assert.equal(renamed.statusCode, 200, renamed.body)
  await call('10.1.2.3', 'POST', '/user-contacts', { userId: person.id, type: 'other', value: 'Here' })
  const { items } = (await call(outside, 'GET', '/user-contacts')).json()
  assert.deepEqual(items, [], 'a list shows only one’s own')
})

test('nobody creates accounts for others from outside', async () => {
  identity.deps.settings.REGISTRATION = 'closed'
  const created = await call('192.0.2.8', 'POST', '/users', registrationInput({ email: 'new@example.org' }))
  assert.equal(created.statusCode, 403)
  assert.equal((await call('10.1.2.3', 'POST', '/users', registrationInput({}))).statusCode, 200)
})

test('clients are not limited', async () => {
  const { clientId, clientSecret } = await registerClient(identity)
  const credentials = { client_id: clientId, client_secret: clientSecret ?? '' }
  const granted = await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })
  const authorization = `Bearer ${granted.json().access_token}`
  const headers = { authorization, 'x-forwarded-for': '192.0.2.8' }
  assert.equal((await identity.app.inject({ url: '/users', headers })).statusCode, 200)
})

test('a value that is no list of networks stops the start', () => {
  for (const ADMIN_ALLOW of ['10.0.0.0/33', 'office', '10.0.0.1-10.0.0.9', ','])
    assert.throws(
      () => loadIdentitySettings({ ...process.env, ADMIN_ALLOW }),
      /ADMIN_ALLOW must be networks separated by commas/,
    )
})
