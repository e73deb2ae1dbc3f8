import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { DEVICE_CODE } from '#oauth/clients/client.contract.ts'
import { formOf } from '../authorize-flow.ts'
import { advanceClock, freezeClock, sharedIdentity } from '../identity-service.ts'
import {
  asPerson,
  cookiesOf,
  createUser,
  introspect,
  type Person,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const realNow = deps.now

afterEach(() => {
  deps.now = realNow
})

type Cookies = Record<string, string>
type Client = Awaited<ReturnType<typeof registerClient>>

interface DeviceCode {
  device_code: string
  user_code: string
}

/** A television without a keyboard. */
function registerDevice(overrides: Parameters<typeof registerClient>[1] = {}) {
  return registerClient(identity, {
    name: 'Television',
    grantTypes: `${DEVICE_CODE} refresh_token`,
    scope: 'user:read user:write',
    redirectUris: [],
    isPublic: true,
    ...overrides,
  })
}

function startDevice(client: Client, form: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/device_authorization',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ client_id: client.clientId, ...form })),
  })
}

async function startedDevice(client: Client, form?: Record<string, string>): Promise<DeviceCode> {
  const response = await startDevice(client, form)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

function poll(client: Client, { device_code }: DeviceCode) {
  return tokenRequest(identity, { grant_type: DEVICE_CODE, client_id: client.clientId, device_code })
}

async function outcomeOf(client: Client, code: DeviceCode) {
  const response = await poll(client, code)
  return response.statusCode === 200 ? 'tokens' : response.json().error
}

function openPage(query: string, cookies: Cookies = {}) {
  return app.inject({ url: `/auth/device${query}`, cookies, headers: { accept: 'text/html' } })
}

function send(form: Record<string, string>, cookies: Cookies, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/auth/device',
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    payload: String(new URLSearchParams(form)),
  })
}

/** Types the code as it is shown, and returns the page that asks for the decision. */
async function typeCode(person: Person, userCode: string) {
  const session: Cookies = { ...(await signIn(identity, person)) }
  const opened = await openPage('', session)
  assert.match(opened.body, /name="user_code"/)
  const cookies = { ...session, ...cookiesOf(opened) }
  const page = await send({ ...formOf(opened.body), user_code: userCode }, cookies)
  return { page, form: formOf(page.body), cookies: { ...cookies, ...cookiesOf(page) } }
}

async function decide(person: Person, { user_code }: DeviceCode, decision: 'allow' | 'deny') {
  const { page, form, cookies } = await typeCode(person, user_code)
  assert.equal(page.statusCode, 200, page.body)
  const decided = await send({ ...form, user_code, decision }, cookies)
  assert.equal(decided.statusCode, 200, decided.body)
  return decided
}

test('a device gets tokens once its user has typed the code and allowed it', async () => {
  const client = await registerDevice()
  const person = await createUser(identity)
  const response = await startDevice(client, { scope: 'user:read' })
  const code = response.json()
  assert.match(code.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.equal(code.verification_uri, 'http://localhost:4000/auth/device')
  assert.equal(code.verification_uri_complete, `${code.verification_uri}?user_code=${code.user_code}`)
  assert.equal(code.expires_in, 600)
  assert.equal(code.interval, 5)
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.equal(await outcomeOf(client, code), 'authorization_pending')

  const { page } = await typeCode(person, code.user_code.toLowerCase().replace('-', ' '))
  assert.match(page.body, /Television/)
  assert.ok(page.body.includes(person.email))
  assert.ok(page.body.includes(code.user_code))
  assert.match(page.body, /Did you start this yourself/)
  assert.match((await decide(person, code, 'allow')).body, /Your device is connected/)

  const tokens = (await poll(client, code)).json()
  assert.equal(tokens.scope, 'user:read')
  assert.ok(tokens.refresh_token)
  const { data } = await introspect(identity, tokens.access_token)
  assert.deepEqual({ active: data.active, sub: data.sub }, { active: true, sub: String(person.id) })
  const refresh = {
    grant_type: 'refresh_token',
    client_id: client.clientId,
    refresh_token: tokens.refresh_token,
  }
  assert.equal((await tokenRequest(identity, refresh)).statusCode, 200)
  assert.equal(await outcomeOf(client, code), 'invalid_grant', 'a code is redeemed once')
})

test('a refused device is told so, and its code is gone for the user', async () => {
  const client = await registerDevice()
  const person = await createUser(identity)
  const code = await startedDevice(client)
  assert.match((await decide(person, code, 'deny')).body, /Access refused/)
  assert.equal(await outcomeOf(client, code), 'access_denied')
  const { page } = await typeCode(person, code.user_code)
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /This code is not valid/)
})

test('a device that asks too often waits longer each time, and its code ends after ten minutes', async () => {
  const client = await registerDevice()
  const code = await startedDevice(client)
  freezeClock(deps)
  assert.equal(await outcomeOf(client, code), 'authorization_pending')
  advanceClock(deps, 4)
  assert.equal(await outcomeOf(client, code), 'slow_down')
  advanceClock(deps, 6)
  assert.equal(await outcomeOf(client, code), 'slow_down')
  advanceClock(deps, 16)
  assert.equal(await outcomeOf(client, code), 'authorization_pending')
  advanceClock(deps, 600)
  assert.equal(await outcomeOf(client, code), 'expired_token')
})

test('of many devices that ask with an allowed code at once, one gets tokens', async () => {
  const client = await registerDevice()
  const person = await createUser(identity)
  const code = await startedDevice(client)
  await decide(person, code, 'allow')
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(client, code)))
  assert.deepEqual(outcomes.toSorted(), [...Array(5).fill('invalid_grant'), 'tokens'])
})

test('only the client of a code can redeem it, and only clients with the grant can start', async () => {
  const [client, other] = [await registerDevice(), await registerDevice()]
  const code = await startedDevice(client)
  await decide(await createUser(identity), code, 'allow')
  assert.equal(await outcomeOf(other, code), 'invalid_grant')
  assert.equal(await outcomeOf(client, code), 'tokens')

  const refused = await startDevice(
    await registerClient(identity, { isPublic: true, grantTypes: 'refresh_token' }),
  )
  assert.equal(refused.statusCode, 400)
  assert.equal(refused.json().error, 'unauthorized_client')
  assert.equal((await startDevice(client, { scope: 'system:manage' })).json().error, 'invalid_scope')
  assert.equal((await startDevice({ ...client, clientId: 'unknown' })).json().error, 'invalid_client')
})

test('without a session, the code leads to the sign-in page and back', async () => {
  const code = await startedDevice(await registerDevice())
  const opened = await openPage(`?user_code=${code.user_code}`)
  assert.equal(opened.statusCode, 303)
  const signInAt = new URL(String(opened.headers.location), 'http://localhost:4000')
  assert.equal(signInAt.pathname, '/auth/authorize')
  assert.equal((await app.inject({ url: signInAt.pathname + signInAt.search })).statusCode, 200)
  const state = signInAt.searchParams.get('state') ?? ''
  const back = await openPage(`?${new URLSearchParams({ code: 'ignored', state })}`)
  assert.equal(back.headers.location, `/auth/device?user_code=${code.user_code}`)
  const elsewhere = await openPage(
    `?${new URLSearchParams({ state: 'https://evil.example/x?user_code=BBBBCCCC' })}`,
  )
  assert.equal(elsewhere.headers.location, '/auth/device?user_code=BBBBCCCC')
})

test('neither another site, an old form nor another account decides', async () => {
  const client = await registerDevice()
  const code = await startedDevice(client)
  const person = await createUser(identity)
  const { form, cookies } = await typeCode(person, code.user_code)
  const allow = { ...form, user_code: code.user_code, decision: 'allow' }
  assert.equal((await send(allow, cookies, { origin: 'https://evil.example' })).statusCode, 403)
  assert.equal((await send({ ...allow, csrf_token: 'made up' }, cookies)).statusCode, 403)
  const asked = await send({ ...allow, account: '1' }, cookies)
  assert.match(asked.body, /Did you start this yourself/)
  assert.equal(await outcomeOf(client, code), 'authorization_pending')
  assert.equal((await send(allow, cookies)).statusCode, 403, 'a form counts once')
})

test('a sign-out everywhere or a withdrawn consent ends what was allowed', async () => {
  const client = await registerDevice()
  const allowed = async (end: (person: Person) => Promise<{ statusCode: number; body: string }>) => {
    const person = await createUser(identity)
    const code = await startedDevice(client)
    await decide(person, code, 'allow')
    const ended = await end(person)
    assert.ok(ended.statusCode < 300, ended.body)
    return outcomeOf(client, code)
  }
  const signOut = async (person: Person) => (await asPerson(identity, person))('POST', '/auth/logout-all')
  assert.equal(await allowed(signOut), 'invalid_grant')
  const withdraw = async (person: Person) =>
    (await asPerson(identity, person))('DELETE', `/users/${person.id}/applications/${client.id}`)
  assert.equal(await allowed(withdraw), 'access_denied')
})

test('with the scope openid, a device gets an ID token', async () => {
  const client = await registerDevice({ scope: 'openid email offline_access' })
  const person = await createUser(identity)
  const code = await startedDevice(client, { scope: 'openid email' })
  await decide(person, code, 'allow')
  const tokens = (await poll(client, code)).json()
  const [, payload = ''] = tokens.id_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  assert.equal(claims.aud, client.clientId)
  assert.equal(tokens.refresh_token, undefined, 'without offline_access')
})

test('the metadata names the endpoint and the grant', async () => {
  for (const path of ['oauth-authorization-server', 'openid-configuration']) {
    const metadata = (await app.inject({ url: `/.well-known/${path}` })).json()
    assert.equal(metadata.device_authorization_endpoint, 'http://localhost:4000/device_authorization')
    assert.ok(metadata.grant_types_supported.includes(DEVICE_CODE))
  }
})
