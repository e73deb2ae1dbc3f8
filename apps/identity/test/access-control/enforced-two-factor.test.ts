import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import { assignRole } from '#access-control/user-role.queries.ts'
import { codeAt, stepAt } from '#sign-in/two-factor/time-code.ts'
import { type Authenticator, createAuthenticator } from '../authenticator.ts'
import { answerOf, authorizeUrl, openSignInPage, redeem, submit } from '../authorize-flow.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, origin, startIdentity } from '../identity-service.ts'
import {
  as,
  asPerson,
  cookiesOf,
  createConfirmedUser,
  introspect,
  type Person,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await startIdentity({ TWO_FACTOR_ROLES: 'manager, admin owner' })
const { app, deps } = identity

type Call = ReturnType<typeof as>

async function addPasskey(call: Call, { id, password }: Person, authenticator = createAuthenticator()) {
  const started = await call('POST', `/users/${id}/passkeys/options`, { currentPassword: password })
  assert.equal(started.statusCode, 200, started.body)
  const { options, challengeToken } = started.json().item
  const body = { challengeToken, name: 'Key', response: authenticator.create(options) }
  const added = await call('POST', `/users/${id}/passkeys`, body)
  assert.equal(added.statusCode, 200, added.body)
  return { authenticator, passkeyId: added.json().item.id as number }
}

/** Sets up an authenticator app; returns its next code. */
async function turnOnTwoFactor(call: Call, { id, password }: Person) {
  const url = `/users/${id}/two-factor`
  const { uri } = (await call('POST', url, { currentPassword: password })).json().item
  const secret = bytesOf(new URL(uri).searchParams.get('secret') ?? '')
  const code = () => {
    advanceClock(deps, 30)
    return codeAt(secret, stepAt(deps.now()))
  }
  assert.equal((await call('POST', `${url}/confirm`, { code: code() })).statusCode, 200)
  return code
}

async function signInWithPasskey(authenticator: Authenticator) {
  const started = await app.inject({ method: 'POST', url: '/auth/login/passkey/options' })
  const { options, challenge_token } = started.json().data
  const payload = { challenge_token, response: authenticator.get(options) }
  return app.inject({ method: 'POST', url: '/auth/login/passkey', payload })
}

async function mustSetUp(call: Call) {
  return (await call('GET', '/users/me')).json().item.mustSetUpTwoFactor
}

test('a user without the second factor that their role requires can only set it up', async () => {
  const admin = await createConfirmedUser(identity, 'admin')
  const other = await createConfirmedUser(identity)
  const { access_token } = await signIn(identity, admin)
  const call = as(identity, access_token)
  const { item } = (await call('GET', '/users/me')).json()
  assert.equal(item.mustSetUpTwoFactor, true)
  assert.ok(item.permissions.every((permission: string) => permission.endsWith('.self')))

  const allowed = ['/users/me', '/users/:id/two-factor', '/users/:id/passkeys']
  for (const { method, path: url, access: rule } of contractsOf(app).filter(({ access }) => access.scope)) {
    if (rule.scope === 'scim') continue // for service accounts, and with errors of its own
    if (allowed.some(path => url.startsWith(path)) && rule.permission?.includes('.self')) continue
    const path = url.replace(/^\/users\/:id/, `/users/${admin.id}`).replace(/:\w+|\*/g, '1')
    const refused = await call(method as 'GET', path)
    assert.equal(refused.statusCode, 403, `${method} ${path}: ${refused.body}`)
    assert.equal(refused.json().error.details.error, 'two_factor_setup_required', path)
  }
  for (const path of ['/two-factor', '/passkeys']) {
    assert.equal((await call('GET', `/users/${admin.id}${path}`)).statusCode, 200)
    assert.equal((await call('GET', `/users/${other.id}${path}`)).statusCode, 403)
  }
  assert.equal((await call('DELETE', `/users/${other.id}/two-factor`)).statusCode, 403)
  assert.equal((await call('DELETE', `/users/${other.id}/passkeys/1`)).statusCode, 403)
  assert.deepEqual((await introspect(identity, access_token)).data.scope, ['user:read', 'user:write'])
  assert.equal((await call('POST', '/auth/logout')).statusCode, 200)
})

test('with a passkey or a code they can do everything, in the same session and at once', async () => {
  for (const setUp of [addPasskey, turnOnTwoFactor]) {
    const admin = await createConfirmedUser(identity, 'admin')
    const call = await asPerson(identity, admin)
    assert.equal((await call('GET', '/users')).statusCode, 403)
    await setUp(call, admin)
    assert.equal(await mustSetUp(call), false)
    assert.equal((await call('GET', '/users')).statusCode, 200)
  }
})

test('other users need no second factor until they are assigned such a role', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  assert.equal(await mustSetUp(call), false)
  assert.equal((await call('GET', `/users/${person.id}/sessions`)).statusCode, 200)
  const owner = await createConfirmedUser(identity, 'owner')
  const callAsOwner = await asPerson(identity, owner)
  await addPasskey(callAsOwner, owner)
  const { items } = (await callAsOwner('GET', '/roles?search=manager')).json()
  const roleId = items.find(({ name }: { name: string }) => name === 'manager').id
  const assigned = await callAsOwner('POST', '/user-roles', { userId: person.id, roleId })
  assert.equal(assigned.statusCode, 200, assigned.body)
  assert.equal(await mustSetUp(call), true)
  assert.equal((await call('GET', `/users/${person.id}/sessions`)).statusCode, 403)
})

test('users cannot remove their own last factor; removed by an administrator, it must be set up again', async () => {
  const owner = await createConfirmedUser(identity, 'owner')
  const callAsOwner = await asPerson(identity, owner)
  await addPasskey(callAsOwner, owner)
  const admin = await createConfirmedUser(identity, 'admin')
  const call = await asPerson(identity, admin)
  const { passkeyId } = await addPasskey(call, admin)
  const passkey = `/users/${admin.id}/passkeys/${passkeyId}`
  const twoFactor = `/users/${admin.id}/two-factor`
  const refused = await call('DELETE', passkey)
  assert.equal(refused.statusCode, 409)
  assert.match(refused.json().error.message, /your last one/)
  await turnOnTwoFactor(call, admin)
  assert.equal((await call('DELETE', passkey)).statusCode, 200)
  const proof = { currentPassword: admin.password }
  assert.equal((await call('DELETE', twoFactor, proof)).statusCode, 409)
  assert.equal((await call('GET', twoFactor)).json().item.isOn, true)
  assert.equal((await callAsOwner('DELETE', twoFactor)).statusCode, 200)
  assert.equal(await mustSetUp(call), true)
})

test('of two factors that are removed at once, one stays', async () => {
  const admin = await createConfirmedUser(identity, 'admin')
  const call = await asPerson(identity, admin)
  const { passkeyId } = await addPasskey(call, admin)
  await turnOnTwoFactor(call, admin)
  const answers = await Promise.all([
    call('DELETE', `/users/${admin.id}/passkeys/${passkeyId}`),
    call('DELETE', `/users/${admin.id}/two-factor`, { currentPassword: admin.password }),
  ])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
})

test('if a passkey is the second factor, the password alone is not enough', async () => {
  const admin = await createConfirmedUser(identity, 'admin')
  const call = await asPerson(identity, admin)
  const { authenticator } = await addPasskey(call, admin)
  const payload = { username: admin.email, password: admin.password }
  const refused = await app.inject({ method: 'POST', url: '/auth/login', payload })
  assert.equal(refused.statusCode, 403)
  assert.equal(refused.json().error.details.error, 'passkey_required')
  const client = await registerClient(identity)
  const page = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const sent = await submit(identity, { ...page.form, ...payload }, page.cookies)
  assert.equal(sent.statusCode, 403)
  assert.match(sent.body, /sign in with your passkey/)
  assert.equal((await signInWithPasskey(authenticator)).statusCode, 200)
  const wrong = await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { ...payload, password: 'wrong' },
  })
  assert.equal(wrong.statusCode, 401)
  const code = await turnOnTwoFactor(call, admin)
  const asked = await app.inject({ method: 'POST', url: '/auth/login', payload })
  const { two_factor_token } = asked.json().error.details
  const second = { two_factor_token, code: code() }
  const signedIn = await app.inject({ method: 'POST', url: '/auth/login/two-factor', payload: second })
  assert.equal(signedIn.statusCode, 200, signedIn.body)
})

test('no application gets a code before that; the user is sent to the security page', async () => {
  const admin = await createConfirmedUser(identity, 'admin')
  const client = await registerClient(identity)
  const url = authorizeUrl({ client_id: client.clientId })
  const page = await openSignInPage(identity, url)
  const form = { ...page.form, username: admin.email, password: admin.password }
  const sent = await submit(identity, form, page.cookies)
  const cookies = { ...page.cookies, ...cookiesOf(sent) }
  const again = await app.inject({ url, cookies, headers: { accept: 'text/html' } })
  for (const { statusCode, headers } of [sent, again]) {
    assert.equal(statusCode, 302)
    assert.equal(new URL(String(headers.location), origin).pathname, '/account/security')
  }
  await addPasskey(as(identity, cookies.access_token ?? ''), admin)
  assert.ok(answerOf(await app.inject({ url, cookies })).code)
})

test('the security page continues to the requested application, and its link has no address of its own', async () => {
  const admin = await createConfirmedUser(identity, 'admin')
  const { access_token = '' } = cookiesOf(
    await app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: admin.email, password: admin.password },
    }),
  )
  const open = (url: string) =>
    app.inject({ url, cookies: { access_token }, headers: { accept: 'text/html' } })
  const closed = await open('/admin/users?page=2')
  const led = await open(String(closed.headers.location))
  const wanted = new URL(String(led.headers.location), origin).searchParams.get('wanted')
  await addPasskey(as(identity, access_token), admin)
  const back = new URL(String((await open(`/auth/authorize?${wanted}`)).headers.location))
  assert.equal(back.origin + back.pathname, `${origin}/admin`)
  assert.equal(back.searchParams.get('state'), '/admin/users?page=2')

  const foreign = new URLSearchParams(wanted ?? '')
  foreign.set('redirect_uri', 'https://elsewhere.example.org/')
  const refused = await open(`/auth/authorize?${foreign}`)
  assert.deepEqual([refused.statusCode, refused.headers.location], [400, undefined])
})

test('an access check says that the second factor is missing', async () => {
  const owner = await createConfirmedUser(identity, 'owner')
  const call = await asPerson(identity, owner)
  await addPasskey(call, owner)
  const admin = await createConfirmedUser(identity, 'admin')
  const explain = async (method: string, path: string) => {
    const query = new URLSearchParams({ userId: String(admin.id), method, path })
    const { verdict, steps } = (await call('GET', `/rbac/explain?${query}`)).json().item
    return [verdict, ...steps.map(({ finding }: { finding: string }) => finding)]
  }
  assert.deepEqual(await explain('GET', '/users'), [
    'no',
    'user-is-active',
    'second-factor-lacking',
    'scope-needed',
    'permission-held',
  ])
  const setUp = [
    'user-is-active',
    'second-factor-set-up-here',
    'scope-needed',
    'permission-held-for-themselves',
  ]
  assert.deepEqual(await explain('GET', `/users/${admin.id}/passkeys`), ['yes', ...setUp])
  assert.deepEqual(await explain('GET', `/users/${owner.id}/passkeys`), ['no', ...setUp])
  assert.deepEqual(await explain('POST', '/auth/logout-all'), ['yes', 'user-is-active'])
  await addPasskey(await asPerson(identity, admin), admin)
  assert.equal((await explain('GET', '/users'))[0], 'yes')
})

test('earlier tokens of an application are inactive until the factor is set up', async () => {
  const person = await createConfirmedUser(identity)
  const client = await registerClient(identity)
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const form = { ...credentials, username: person.email, password: person.password, grant_type: 'password' }
  const { access_token, refresh_token } = (await tokenRequest(identity, form)).json()
  const page = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const sent = await submit(
    identity,
    { ...page.form, username: person.email, password: person.password },
    page.cookies,
  )
  const { code = '' } = answerOf(sent)
  await assignRole(deps.db, person.id, 'manager')

  const refresh = { ...credentials, grant_type: 'refresh_token', refresh_token }
  for (const refused of [
    await tokenRequest(identity, form),
    await tokenRequest(identity, refresh),
    await redeem(identity, client, { code }),
  ]) {
    assert.equal(refused.statusCode, 400, refused.body)
    assert.equal(refused.json().error, 'invalid_grant')
    assert.match(refused.json().error_description, /requires a second factor/)
  }
  assert.equal((await introspect(identity, access_token)).active, false)
  await addPasskey(as(identity, cookiesOf(sent).access_token ?? ''), person)
  assert.equal((await introspect(identity, access_token)).active, true)
  assert.equal((await tokenRequest(identity, refresh)).statusCode, 200)
  assert.equal((await redeem(identity, client, { code })).statusCode, 200)
})
