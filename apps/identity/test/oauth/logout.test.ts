import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startJobs } from '@atrium/jobs/jobs'
import { freePort } from '@atrium/testing/free-port'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import * as openid from 'openid-client'
import { logoutTasks } from '#oauth/logout/logout-jobs.ts'
import { answerOf, authorizeUrl, formOf, openSignInPage, redeem, submit } from '../authorize-flow.ts'
import { startListeningIdentity } from '../identity-service.ts'
import { authorize, claimsOf, headerOf, registerRelyingParty, signInTo, userInfo } from '../openid-flow.ts'
import { as, asPerson, cookiesOf, createUser, introspect, signIn, tokenRequest } from '../people.ts'

const identity = await startListeningIdentity({ OUTBOUND_ALLOW: '127.0.0.1' })
const { app, deps, url: issuer } = identity
const returnUri = 'https://app.example.org/bye?x=1'
const browser = { accept: 'text/html' }
const worker = await startJobs(deps.settings.IDENTITY_DATABASE_URL, logoutTasks(deps), deps.log)
const port = await freePort()
const received: { path: string; token: string }[] = []
/** How often an application answers with this status first. */
const failures = new Map<string, number[]>()
const applications = createServer(async (request, response) => {
  const path = request.url ?? ''
  received.push({ path, token: new URLSearchParams(await text(request)).get('logout_token') ?? '' })
  response.statusCode = failures.get(path)?.shift() ?? 200
  response.end()
}).listen(port, '127.0.0.1')
after(async () => {
  await worker.stop()
  applications.close()
})

let registered = 0

/** An application with an address of its own for logout tokens. */
async function registerApplication(overrides = {}) {
  registered += 1
  const path = `/logout/${registered}`
  const client = await registerRelyingParty(identity, {
    backchannelLogoutUri: `http://127.0.0.1:${port}${path}`,
    postLogoutRedirectUris: [returnUri],
    ...overrides,
  })
  return {
    ...client,
    path,
    tokens: () => received.filter(each => each.path === path).map(({ token }) => token),
  }
}

function endSession(parameters: Record<string, string>, cookies = {}, headers = {}) {
  const url = `/auth/end-session?${new URLSearchParams(parameters)}`
  return app.inject({ url, cookies, headers: { ...browser, ...headers } })
}

async function isSignedIn(cookies: Record<string, string>) {
  return (await app.inject({ url: '/users/me', cookies })).statusCode === 200
}

test('openid-client signs out: the browser returns, and every application of the session gets a logout token', async () => {
  const person = await createUser(identity)
  const [one, two, unconcerned] = [
    await registerApplication(),
    await registerApplication({ subjectType: 'pairwise' }),
    await registerApplication(),
  ]
  const { tokens, cookies } = await signInTo(identity, one, person)
  const { code = '' } = answerOf(await authorize(identity, two, {}, cookies))
  const second = (await redeem(identity, two, { code })).json()
  await signInTo(identity, unconcerned, person)

  const config = await openid.discovery(new URL(issuer), one.clientId, one.clientSecret ?? '', undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const address = openid.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: returnUri,
    state: 'bye',
  })
  const response = await app.inject({ url: address.pathname + address.search, cookies, headers: browser })
  assert.equal(response.statusCode, 302)
  assert.equal(response.headers.location, `${returnUri}&state=bye`)
  assert.deepEqual(
    response.cookies.filter(({ value }) => value === '').map(({ name }) => name),
    ['access_token', 'refresh_token'],
  )
  assert.equal(await isSignedIn(cookies), false)

  await waitUntil(() => one.tokens().length === 1 && two.tokens().length === 1)
  const [token = ''] = two.tokens()
  assert.equal(headerOf(token).typ, 'logout+jwt')
  const claims = claimsOf(token)
  assert.equal(claims.iss, issuer)
  assert.equal(claims.aud, two.clientId)
  assert.equal(claims.sub, claimsOf(second.id_token).sub)
  assert.equal(claims.sid, claimsOf(second.id_token).sid)
  assert.deepEqual(claims.events, { 'http://schemas.openid.net/event/backchannel-logout': {} })
  assert.equal(claims.nonce, undefined)
  assert.ok(Number(claims.exp) - Number(claims.iat) <= 120)
  assert.ok(claims.jti)
  await checkSignature(token)
  assert.deepEqual(unconcerned.tokens(), [])
})

async function checkSignature(token: string) {
  const { keys } = (await app.inject('/.well-known/jwks.json')).json()
  const key = keys.find(({ kid }: { kid: string }) => kid === headerOf(token).kid)
  const [header, payload, signature = ''] = token.split('.')
  const signed = Buffer.from(`${header}.${payload}`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  assert.ok(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url')))
}

test('tokens and codes of the session end, except what was granted with offline_access', async () => {
  const person = await createUser(identity)
  const client = await registerApplication()
  const { tokens, cookies } = await signInTo(identity, client, person)
  const offline = answerOf(await authorize(identity, client, { scope: 'openid offline_access' }, cookies))
  const kept = (await redeem(identity, client, { code: offline.code ?? '' })).json()
  const { code: unused = '' } = answerOf(await authorize(identity, client, {}, cookies))
  const signedOut = await endSession({ id_token_hint: tokens.id_token }, cookies)
  assert.match(signedOut.body, /You’re signed out/)
  assert.equal((await userInfo(identity, tokens.access_token)).statusCode, 401)
  assert.equal((await redeem(identity, client, { code: unused })).json().error, 'invalid_grant')
  assert.equal((await introspect(identity, kept.access_token)).active, true)
  const refreshed = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token: kept.refresh_token,
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  })
  assert.equal(refreshed.statusCode, 200)
})

longTest('without an ID token of this session the user is asked', async () => {
  const person = await createUser(identity)
  const client = await registerApplication()
  const { tokens, cookies } = await signInTo(identity, client, person)
  const earlier = await signInTo(identity, client, person)
  const stranger = await signInTo(identity, client, await createUser(identity))
  const { access_token } = tokens
  for (const hint of [
    undefined,
    'no token',
    access_token,
    forged(tokens.id_token),
    unsigned(tokens.id_token),
    earlier.tokens.id_token,
    stranger.tokens.id_token,
  ]) {
    const page = await endSession({ state: 'x', ...(hint && { id_token_hint: hint }) }, cookies)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /Sign out\?/)
    assert.equal(await isSignedIn(cookies), true)
  }
  const target = { client_id: client.clientId, post_logout_redirect_uri: returnUri }
  const page = await endSession(target, cookies)
  const confirm = (form: Record<string, string>, headers = {}) =>
    app.inject({
      method: 'POST',
      url: '/auth/end-session',
      cookies: { ...cookies, ...cookiesOf(page) },
      headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: String(new URLSearchParams(form)),
    })
  const form = formOf(page.body)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  assert.equal((await confirm(form, foreign)).statusCode, 403)
  assert.equal((await confirm({ ...form, csrf_token: 'forged' })).statusCode, 403)
  assert.match((await confirm({ ...form, language: 'ru' })).body, /Выйти\?/)
  assert.equal(await isSignedIn(cookies), true)
  assert.equal((await confirm(form)).headers.location, returnUri)
  assert.equal(await isSignedIn(cookies), false)
})

/** With the claims of the token, and a signature of its own. */
function forged(token: string) {
  return token.replace(/[^.]+$/, signature => signature.replace(/^.{4}/, 'AAAA'))
}

/** With the claims of the token, and the algorithm that needs no signature (RFC 7519 §6). */
function unsigned(token: string) {
  const header = Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'none' })).toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

test('nobody is sent to an address that the client has not registered', async () => {
  const person = await createUser(identity)
  const client = await registerApplication()
  const { tokens, cookies } = await signInTo(identity, client, person)
  const hint = { id_token_hint: tokens.id_token }
  const other = await registerApplication({ postLogoutRedirectUris: ['https://other.example/'] })
  for (const parameters of [
    { ...hint, post_logout_redirect_uri: 'https://evil.example/' },
    { ...hint, post_logout_redirect_uri: 'https://other.example/' },
    { ...hint, post_logout_redirect_uri: `${returnUri}&more=1` },
    { post_logout_redirect_uri: returnUri },
    { id_token_hint: forged(tokens.id_token), post_logout_redirect_uri: returnUri },
    { ...hint, client_id: other.clientId },
  ] as Record<string, string>[]) {
    const refused = await endSession(parameters, cookies)
    assert.equal(refused.statusCode, 400, JSON.stringify(parameters))
    assert.equal(refused.headers.location, undefined)
  }
  assert.equal(await isSignedIn(cookies), true)
})

test('a sign-out request can be a form, comes back for its cookies, and works when signed out', async () => {
  const person = await createUser(identity)
  const client = await registerApplication()
  const { tokens, cookies } = await signInTo(identity, client, person)
  const parameters = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnUri }
  const posted = await app.inject({
    method: 'POST',
    url: '/auth/end-session',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://app.example.org',
      'sec-fetch-site': 'cross-site',
    },
    payload: String(new URLSearchParams(parameters)),
  })
  assert.equal(posted.statusCode, 303)
  const url = String(posted.headers.location)
  const foreign = await app.inject({ url, headers: { ...browser, 'sec-fetch-site': 'cross-site' } })
  assert.match(foreign.body, /http-equiv="refresh"/)
  assert.equal((await app.inject({ url, cookies, headers: browser })).headers.location, returnUri)
  assert.equal((await app.inject({ url, headers: browser })).headers.location, returnUri)
  assert.match((await endSession({})).body, /You’re signed out/)
})

test('a sign-out request is repeated without what it does not know', async () => {
  const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const posted = await app.inject({
    method: 'POST',
    url: '/auth/end-session',
    headers: { 'content-type': 'application/json' },
    payload: `{"state":"mine","nested":${nested}}`,
  })
  assert.equal(posted.statusCode, 303)
  assert.equal(posted.headers.location, '/auth/end-session?state=mine')
})

longTest(
  'every way to end a session notifies its applications; an application that revokes its token is not',
  async () => {
    const ways: Record<
      string,
      (person: Awaited<ReturnType<typeof createUser>>, cookies: object) => Promise<unknown>
    > = {
      'sign-out': (_person, cookies) =>
        app.inject({ method: 'POST', url: '/auth/logout', cookies: cookies as Record<string, string> }),
      'sign-out everywhere': async person => (await asPerson(identity, person))('POST', '/auth/logout-all'),
      archived: async person =>
        (await asPerson(identity, await createUser(identity, 'owner')))('DELETE', `/users/${person.id}`),
    }
    for (const [name, end] of Object.entries(ways)) {
      const person = await createUser(identity)
      const client = await registerApplication()
      const { cookies } = await signInTo(identity, client, person)
      await end(person, cookies)
      await waitUntil(() => client.tokens().length === 1)
      assert.equal(claimsOf(client.tokens()[0] ?? '').sub, String(person.id), name)
    }
    const person = await createUser(identity)
    const client = await registerApplication()
    const { tokens } = await signInTo(identity, client, person)
    await app.inject({
      method: 'POST',
      url: '/token/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(
        new URLSearchParams({
          token: tokens.access_token,
          client_id: client.clientId,
          client_secret: client.clientSecret ?? '',
        }),
      ),
    })
    const kept = await signIn(identity, person)
    await as(identity, kept.access_token)('DELETE', `/users/${person.id}/sessions?keepCurrent=true`)
    await waitUntil(() => client.tokens().length > 0)
    assert.equal(client.tokens().length, 1, 'only the end of the session was announced')
  },
)

longTest('a logout token is sent again if the application fails, and not if it refuses', async () => {
  const person = await createUser(identity)
  const [failing, refusing] = [await registerApplication(), await registerApplication()]
  failures.set(failing.path, [503])
  failures.set(refusing.path, [400])
  const { cookies } = await signInTo(identity, failing, person)
  const { code = '' } = answerOf(await authorize(identity, refusing, {}, cookies))
  await redeem(identity, refusing, { code })
  await app.inject({ method: 'POST', url: '/auth/logout', cookies })
  await waitUntil(() => failing.tokens().length === 2)
  const [first = '', second = ''] = failing.tokens()
  assert.equal(claimsOf(first).sid, claimsOf(second).sid)
  assert.equal(refusing.tokens().length, 1)
})

longTest('an address that leads into the private network, or to Atrium, cannot be saved', async () => {
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  const client = {
    name: 'Wiki',
    grantTypes: 'authorization_code',
    scope: 'openid',
    redirectUris: ['https://wiki.example.org/callback'],
  }
  const ownPort = new URL(issuer).port
  for (const [backchannelLogoutUri, why] of [
    ['https://169.254.169.254/latest', 'reserved_network'],
    ['https://10.0.0.7/logout', 'reserved_network'],
    ['https://[::ffff:a00:1]/logout', 'reserved_network'],
    ['http://2130706434/', 'reserved_network'],
    ['http://198.41.0.4/', 'plain_http'],
    ['https://user:password@wiki.example.org/', 'user_info'],
    [`${issuer}/token`, 'own_address'],
    [`http://127.0.0.1:${ownPort}/token`, 'own_address'],
  ]) {
    const created = await owner('POST', '/oauth/clients', { ...client, backchannelLogoutUri })
    assert.equal(created.statusCode, 422, backchannelLogoutUri)
    const { message, details } = created.json().error
    assert.equal(details.reason, 'outbound_address_refused')
    assert.equal(details.why, why)
    assert.match(message, /OUTBOUND_ALLOW/)
    assert.deepEqual(details.codes, { backchannelLogoutUri: ['outbound_address_refused'] })
    assert.deepEqual(details.errors, { backchannelLogoutUri: [message] })
  }
  const { item } = (await owner('POST', '/oauth/clients', client)).json()
  const changed = await owner('PUT', `/oauth/clients/${item.id}`, {
    name: 'Changed',
    backchannelLogoutUri: 'https://192.168.1.1/',
  })
  assert.equal(changed.json().error.details.reason, 'outbound_address_refused')
  assert.equal((await owner('GET', `/oauth/clients/${item.id}`)).json().item.name, 'Wiki')
  for (const allowed of [`http://127.0.0.1:${port}/logout`, 'https://unknown.invalid/logout']) {
    const response = await owner('PUT', `/oauth/clients/${item.id}`, { backchannelLogoutUri: allowed })
    assert.equal(response.json().item.backchannelLogoutUri, allowed)
  }
})

test('an address that was saved before is checked again when a logout token is sent', async () => {
  const person = await createUser(identity)
  const client = await registerApplication()
  const { cookies } = await signInTo(identity, client, person)
  const forbidden = `http://127.0.0.2:${port}${client.path}`
  await deps.db
    .updateTable('clients')
    .set({ backchannelLogoutUri: forbidden })
    .where('clientId', '=', client.clientId)
    .execute()
  await app.inject({ method: 'POST', url: '/auth/logout', cookies })
  const refusals = () =>
    sql<{ error: string }>`select last_error as error from graphile_worker.jobs
      where task_identifier = 'openid.logout' and last_error like ${'%127.0.0.2%'}`.execute(deps.db)
  await waitUntil(async () => (await refusals()).rows.length > 0)
  assert.match(String((await refusals()).rows[0]?.error), /OUTBOUND_ALLOW/)
  assert.deepEqual(client.tokens(), [])
})

test('a browser is one session with its applications, and ending it ends them', async () => {
  const person = await createUser(identity)
  const offline = await registerApplication({ name: 'Mail program' })
  const application = await registerApplication({ name: 'Wiki' })
  const { cookies } = await signInTo(identity, application, person)
  for (let visit = 0; visit < 3; visit += 1) {
    const { code = '' } = answerOf(await authorize(identity, application, { prompt: 'none' }, cookies))
    assert.equal((await redeem(identity, application, { code })).statusCode, 200)
  }
  const scope = 'openid offline_access'
  const { code = '' } = answerOf(await authorize(identity, offline, { scope }, cookies))
  const kept = (await redeem(identity, offline, { code })).json()
  const url = authorizeUrl({ client_id: application.clientId, scope: 'openid', prompt: 'login' })
  const page = await openSignInPage(identity, url, cookies)
  const filled = { ...page.form, username: person.email, password: person.password }
  const again = await submit(identity, filled, page.cookies)
  const call = as(identity, cookiesOf(again).access_token ?? '')

  const list = async () => {
    const { items, _meta } = (await call('GET', `/users/${person.id}/sessions`)).json()
    assert.equal(_meta.total, items.length)
    return items as Session[]
  }
  const sessions = await list()
  const describe = ({ client, applications, isCurrent }: Session) => [
    client.name,
    applications.map(({ name }) => name),
    isCurrent,
  ]
  assert.deepEqual(sessions.map(describe), [
    ['Atrium', ['Mail program', 'Wiki'], true],
    ['Mail program', [], false],
  ])

  const [browser] = sessions
  const admin = await asPerson(identity, await createUser(identity, 'owner'))
  await admin('DELETE', `/users/${person.id}/sessions/${browser?.id}`)
  assert.equal(await isSignedIn(cookies), false, 'the first sign-in of the browser ends too')
  await waitUntil(() => application.tokens().length === 1)
  const { items } = (await admin('GET', `/users/${person.id}/sessions`)).json()
  assert.deepEqual(items.map(describe), [['Mail program', [], false]])
  assert.equal((await userInfo(identity, kept.access_token)).statusCode, 200)
})

interface Session {
  id: number
  client: { name: string }
  applications: { name: string }[]
  isCurrent: boolean
}
