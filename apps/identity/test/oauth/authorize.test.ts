import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setClientActive } from '#oauth/clients/client.commands.ts'
import {
  answerOf,
  authorizeUrl,
  createChallenge,
  formOf,
  obtainCode,
  openSignInPage,
  redirectUri,
  submit,
} from '../authorize-flow.ts'
import { advanceClock, origin, sharedIdentity, startIdentity } from '../identity-service.ts'
import { cookiesOf, createUser, registerClient, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app } = identity
const person = await createUser(identity)
const client = await registerClient(identity)
const publicClient = await registerClient(identity, {
  isPublic: true,
  grantTypes: 'authorization_code refresh_token',
})
const browser = { accept: 'text/html' }

test('the sign-in page shows the application, needs no script and cannot be framed', async () => {
  const { response } = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  assert.match(response.body, /Sample application/)
  assert.deepEqual(response.body.match(/<script.*?>/g), [
    '<script type="module" src="/assets/sign-in.js">',
    '<script type="module" src="/assets/show-password.js">',
  ])
  const policy = String(response.headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.match(policy, /form-action 'self' https:\/\/app\.example\.org/)
  assert.equal(response.headers['referrer-policy'], 'same-origin')
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.equal(response.headers['access-control-allow-origin'], undefined)
})

test('a form sent by another site is refused even with a valid form token', async () => {
  const { form, cookies } = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const filled = { ...form, username: person.email, password: person.password }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: redirectUri, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const response = await submit(identity, filled, cookies, headers)
    assert.equal(response.statusCode, 403, JSON.stringify(headers))
    assert.deepEqual(cookiesOf(response), {})
  }
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  assert.equal((await submit(identity, filled, cookies, headers)).statusCode, 302)
})

test('signing in redirects with the code, the exact state and the issuer, and sets both cookies', async () => {
  const state = `ünïcode & "quotes" ${'x'.repeat(1000)}`
  const { form, cookies } = await openSignInPage(
    identity,
    authorizeUrl({ client_id: client.clientId, state }),
  )
  const response = await submit(
    identity,
    { ...form, username: person.email, password: person.password },
    cookies,
  )
  assert.equal(response.statusCode, 302)
  assert.ok(String(response.headers.location).startsWith(`${redirectUri}?`))
  const answer = answerOf(response)
  assert.ok((answer.code ?? '').length >= 43)
  assert.equal(answer.state, state)
  assert.equal(answer.iss, origin)
  const setCookies = response.cookies.map(({ name, path, sameSite, httpOnly, secure }) => [
    name,
    path,
    sameSite,
    httpOnly,
    secure,
  ])
  assert.deepEqual(setCookies.slice(-2), [
    ['access_token', '/', 'Strict', true, true],
    ['refresh_token', '/auth', 'Strict', true, true],
  ])
})

test('a signed-in browser gets its code without a prompt', async () => {
  const { cookies } = await obtainCode(identity, person, { client_id: client.clientId })
  const response = await app.inject({
    url: authorizeUrl({ client_id: client.clientId }),
    cookies,
    headers: browser,
  })
  assert.equal(response.statusCode, 302)
  assert.ok(answerOf(response).code)
})

test('the refresh cookie is enough to be signed in, and both cookies are renewed', async () => {
  const { refresh_token } = await signIn(identity, person)
  const url = authorizeUrl({ client_id: client.clientId })
  const response = await app.inject({ url, cookies: { refresh_token }, headers: browser })
  assert.equal(response.statusCode, 302)
  const renewed = cookiesOf(response)
  assert.equal((await app.inject({ url: '/users/me', cookies: renewed })).statusCode, 200)
  const worthless = await app.inject({ url, cookies: { refresh_token: 'worthless' }, headers: browser })
  assert.equal(worthless.statusCode, 200)
})

test('a first visit from another site is redirected once, so that Strict cookies are sent', async () => {
  const url = authorizeUrl({ client_id: client.clientId })
  const foreign = await app.inject({ url, headers: { ...browser, 'sec-fetch-site': 'cross-site' } })
  assert.equal(foreign.statusCode, 200)
  assert.match(foreign.body, /http-equiv="refresh"/)
  assert.ok(foreign.body.includes(url.replaceAll('&', '&amp;')))
  const own = await app.inject({ url, headers: { ...browser, 'sec-fetch-site': 'same-origin' } })
  assert.match(own.body, /name="password"/)
})

for (const [name, parameters] of Object.entries({
  'an unknown client': { client_id: 'nobody' },
  'a missing client': { client_id: undefined },
  'an address that is not registered': {
    client_id: client.clientId,
    redirect_uri: 'https://evil.example/callback',
  },
  'an address with something added': { client_id: client.clientId, redirect_uri: `${redirectUri}/more` },
  'an address in another case': { client_id: client.clientId, redirect_uri: redirectUri.toUpperCase() },
  'a missing address': { client_id: client.clientId, redirect_uri: undefined },
})) {
  test(`${name} gets a 400 error page and no redirect`, async () => {
    const response = await app.inject({ url: authorizeUrl(parameters), headers: browser })
    assert.equal(response.statusCode, 400)
    assert.equal(response.headers.location, undefined)
    assert.match(String(response.headers['content-type']), /text\/html/)
  })
}

test('an address that is not registered says who can fix it, and what is wrong', async () => {
  const url = authorizeUrl({ client_id: client.clientId, redirect_uri: 'https://evil.example/callback' })
  const { body } = await app.inject({ url, headers: browser })
  assert.match(body, /<h1>Sample application isn’t set up correctly<\/h1>/)
  assert.match(body, /redirect URI of this request is not registered/)
  assert.match(body, /send this request ID to your administrator/)
})

test('a disabled client gets the error page', async () => {
  const off = await registerClient(identity)
  await setClientActive(identity.deps, off.clientId, false)
  const response = await app.inject({ url: authorizeUrl({ client_id: off.clientId }), headers: browser })
  assert.equal(response.statusCode, 400)
})

for (const [name, parameters, error] of [
  ['a missing state', { state: undefined }, 'invalid_request'],
  ['an empty state', { state: '' }, 'invalid_request'],
  ['a missing response_type', { response_type: undefined }, 'invalid_request'],
  ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
  ['a scope the client does not have', { scope: 'user:read system:manage' }, 'invalid_scope'],
  ['PKCE with plain', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
  ['PKCE without a method', { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
  ['a malformed challenge', { code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
] as [string, Record<string, string | undefined>, string][]) {
  test(`${name} is reported to the application as ${error}`, async () => {
    const response = await app.inject({
      url: authorizeUrl({ client_id: client.clientId, ...parameters }),
      headers: browser,
    })
    assert.equal(response.statusCode, 302)
    const answer = answerOf(response)
    assert.equal(answer.error, error)
    assert.ok(answer.error_description)
    assert.equal(answer.iss, origin)
    if (parameters.state === undefined && !('state' in parameters)) assert.equal(answer.state, 'some state')
    assert.equal(answer.code, undefined)
  })
}

test('a repeated parameter is refused, an unknown one ignored', async () => {
  const url = authorizeUrl({ client_id: client.clientId })
  const repeated = await app.inject({ url: `${url}&scope=a&scope=b`, headers: browser })
  assert.equal(answerOf(repeated).error, 'invalid_request')
  const unknown = await app.inject({ url: `${url}&prompt_color=red`, headers: browser })
  assert.equal(unknown.statusCode, 200)
})

test('a parameter that is not text is refused', async () => {
  const url = authorizeUrl({ client_id: client.clientId })
  for (const name of ['scope', 'response_type', 'code_challenge', 'code_challenge_method'])
    for (const value of [5, true, { a: 'b' }]) {
      const sent = await app.inject({ method: 'POST', url, payload: { [name]: value } })
      assert.equal(sent.statusCode, 302, sent.body)
      assert.equal(answerOf(sent).error, 'invalid_request', name)
    }
})

test('a public client must use PKCE', async () => {
  const without = await app.inject({
    url: authorizeUrl({ client_id: publicClient.clientId }),
    headers: browser,
  })
  assert.equal(answerOf(without).error, 'invalid_request')
  const { challenge } = createChallenge()
  const url = authorizeUrl({
    client_id: publicClient.clientId,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  assert.equal((await app.inject({ url, headers: browser })).statusCode, 200)
})

test('a native application can use any loopback port, but no other path', async () => {
  const native = await registerClient(identity, {
    isPublic: true,
    grantTypes: 'authorization_code',
    redirectUris: ['http://127.0.0.1/back'],
  })
  const { challenge } = createChallenge()
  const pkce = { client_id: native.clientId, code_challenge: challenge, code_challenge_method: 'S256' }
  const otherPort = authorizeUrl({ ...pkce, redirect_uri: 'http://127.0.0.1:51234/back' })
  assert.equal((await app.inject({ url: otherPort, headers: browser })).statusCode, 200)
  const otherPath = authorizeUrl({ ...pkce, redirect_uri: 'http://127.0.0.1:51234/other' })
  assert.equal((await app.inject({ url: otherPath, headers: browser })).statusCode, 400)
  const noPort = authorizeUrl({ ...pkce, redirect_uri: 'http://127.0.0.1:99999/back' })
  assert.equal((await app.inject({ url: noPort, headers: browser })).statusCode, 400)
})

test('a wrong password returns 401 with the form, the username and a new token', async () => {
  const { form, cookies } = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const wrong = await submit(identity, { ...form, username: person.email, password: 'wrong' }, cookies)
  assert.equal(wrong.statusCode, 401)
  assert.match(wrong.body, new RegExp(`value="${person.email}"`))
  assert.match(wrong.body, /role="alert"/)
  const again = formOf(wrong.body)
  assert.notEqual(again.csrf_token, form.csrf_token)
  const right = await submit(
    identity,
    { ...again, username: person.email, password: person.password },
    cookies,
  )
  assert.equal(right.statusCode, 302)
})

test('two tabs can sign in at the same time', async () => {
  const first = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const second = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }), first.cookies)
  for (const { form } of [first, second]) {
    const response = await submit(
      identity,
      { ...form, username: person.email, password: person.password },
      second.cookies,
    )
    assert.equal(response.statusCode, 302)
  }
})

test('a missing, foreign, forged or used form token returns 403 with the filled form', async () => {
  const { form, cookies } = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const foreign = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const filled = { ...form, username: person.email, password: person.password }
  const attempts = [
    { ...filled, csrf_token: '' },
    { ...filled, csrf_token: foreign.form.csrf_token ?? '' },
    { ...filled, csrf_token: (form.csrf_token ?? '').replace(/.$/, last => (last === 'A' ? 'B' : 'A')) },
  ]
  for (const attempt of attempts) {
    const response = await submit(identity, attempt, cookies)
    assert.equal(response.statusCode, 403)
    assert.equal(response.headers.location, undefined)
    assert.match(response.body, new RegExp(`value="${person.email}"`))
    assert.match(response.body, /This form has expired/)
  }
  const withoutCookie = await submit(identity, filled, {})
  assert.equal(withoutCookie.statusCode, 403)
  assert.match(
    withoutCookie.body,
    /starts with http:\/\/, an administrator has to switch to HTTPS, or set COOKIE_SECURE=false/,
  )
  assert.equal((await submit(identity, filled, cookies)).statusCode, 302)
  assert.equal((await submit(identity, filled, cookies)).statusCode, 403)
})

test('an expired form is returned filled', async () => {
  const late = await startIdentity()
  const latePerson = await createUser(late)
  const lateClient = await registerClient(late)
  const { form, cookies } = await openSignInPage(late, authorizeUrl({ client_id: lateClient.clientId }))
  advanceClock(late.deps, 2 * 3600)
  const filled = { username: latePerson.email, password: latePerson.password }
  const expired = await submit(late, { ...form, ...filled }, cookies)
  assert.equal(expired.statusCode, 403)
  const again = await submit(
    late,
    { ...formOf(expired.body), ...filled },
    { ...cookies, ...cookiesOf(expired) },
  )
  assert.equal(again.statusCode, 302)
})

test('the page is in the language of the browser', async () => {
  const url = authorizeUrl({ client_id: client.clientId })
  const russian = await app.inject({
    url,
    headers: { ...browser, 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' },
  })
  assert.match(russian.body, /<html lang="ru">/)
  assert.match(russian.body, /Войти/)
})

test('links and issuer come from IDENTITY_URL, not from the Host header', async () => {
  const { refresh_token } = await signIn(identity, person)
  const response = await app.inject({
    url: authorizeUrl({ client_id: client.clientId }),
    cookies: { refresh_token },
    headers: { ...browser, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  assert.equal(answerOf(response).iss, origin)
})
