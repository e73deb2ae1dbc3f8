import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, authorizeUrl, openSignInPage, submit } from '../authorize-flow.ts'
import { advanceClock, startIdentity } from '../identity-service.ts'
import { linkOf, startMailbox } from '../mailbox.ts'
import {
  asPerson,
  cookiesOf,
  createUser,
  goodPassword,
  registerClient,
  registrationInput,
  signIn,
} from '../people.ts'

const identity = await startIdentity({
  TASKS_CLIENT_ID: 'atrium-tasks',
  TASKS_URL: 'http://localhost:4100',
  SUPPORT_EMAIL: 'help@example.org',
})
const { app, deps } = identity
const mailbox = await startMailbox(deps)
const client = await registerClient(identity)
const browser = { accept: 'text/html' }

function send(url: string, form: Record<string, string>, cookies: Record<string, string> = {}) {
  const headers = { ...browser, 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url, headers, cookies, payload: new URLSearchParams(form).toString() })
}

test('the sign-in page takes language, theme and account from the request', async () => {
  const url = authorizeUrl({
    client_id: client.clientId,
    ui_locales: 'ru',
    theme: 'dark',
    login_hint: 'ada@example.org',
  })
  const { response } = await openSignInPage(identity, url)
  assert.match(response.body, /<html lang="ru" data-theme="dark">/)
  assert.match(response.body, /name="username" type="text" value="ada@example.org"/)
  const { atrium_language, atrium_theme } = cookiesOf(response)
  assert.deepEqual([atrium_language, atrium_theme], ['ru', 'dark'])
})

test('the switches of the sign-in page keep what was typed and sign nobody in', async () => {
  const person = await createUser(identity)
  const page = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const typed = { ...page.form, username: person.email, password: person.password, language: 'ru' }
  const switched = await submit(identity, typed, page.cookies)
  assert.equal(switched.statusCode, 200)
  assert.match(switched.body, /<html lang="ru">/)
  assert.match(switched.body, new RegExp(`value="${person.email}"`))
  assert.ok(!switched.body.includes(person.password))
  assert.equal(cookiesOf(switched).access_token, undefined)
  // The form token was not used up: the same form still signs in.
  const { language: _, ...form } = typed
  assert.equal((await submit(identity, form, page.cookies)).statusCode, 302)
})

test('the choice goes back to the task service, and to no other application', async () => {
  const person = await createUser(identity)
  const tasks = await registerClient(identity)
  deps.settings.TASKS_CLIENT_ID = tasks.clientId
  for (const [clientId, expected] of [
    [tasks.clientId, ['ru', 'dark']],
    [client.clientId, [undefined, undefined]],
  ] as const) {
    const page = await openSignInPage(identity, authorizeUrl({ client_id: clientId }), {
      atrium_language: 'ru',
      atrium_theme: 'dark',
    })
    const { email: username, password } = person
    const { ui_locales, theme } = answerOf(
      await submit(identity, { ...page.form, username, password }, page.cookies),
    )
    assert.deepEqual([ui_locales, theme], expected)
  }
})

test('an account can be created from the sign-in page unless registration is restricted', async () => {
  const closed = await startIdentity({ REGISTRATION: 'closed' })
  const open = await app.inject({ url: authorizeUrl({ client_id: client.clientId }), headers: browser })
  assert.match(open.body, /href="\/register\?response_type=code/)
  const ownPage = await closed.app.inject({ url: '/account', headers: browser })
  const page = await closed.app.inject({ url: String(ownPage.headers.location), headers: browser })
  assert.ok(page.body.includes('/password-reset') && !page.body.includes('/register'))
})

test('a password is reset on the pages: errors at the field, then on to the application, signed in', async () => {
  const person = await createUser(identity)
  await mailbox.waitForEmail(person.email)
  assert.equal((await send('/password-reset', {})).statusCode, 422)
  const requested = await send('/password-reset', { username: person.email })
  assert.match(requested.body, /If an account exists, we’ve sent a reset link/)
  const { path, token } = linkOf(await mailbox.waitForEmail(person.email, 1))
  assert.match((await app.inject({ url: path, headers: browser })).body, /<h1>Set a new password<\/h1>/)
  const short = await send('/password-reset', { token, password: 'short' })
  assert.equal(short.statusCode, 422)
  assert.match(short.body, /aria-invalid="true" aria-describedby="password-hint password-error"/)
  assert.ok(!short.body.includes('value="short"'))
  const weak = await send('/password-reset', { token, password: person.email })
  assert.equal(weak.statusCode, 422)

  const done = await send('/password-reset', { token, password: goodPassword })
  const address = `http://localhost:4100/auth/sign-in?${new URLSearchParams({ login_hint: person.email })}`
  assert.deepEqual([done.statusCode, done.headers.location], [302, address])
  const { access_token = '' } = cookiesOf(done)
  const me = await app.inject({ url: '/users/me', cookies: { access_token } })
  assert.equal(me.json().item?.email, person.email)
  assert.equal((await signIn(identity, { ...person, password: goodPassword })).access_token.length > 0, true)

  for (const used of [
    await app.inject({ url: path, headers: browser }),
    await send('/password-reset', { token, password: goodPassword }),
  ]) {
    assert.equal(used.statusCode, 410)
    assert.match(used.body, /role="alert"[^>]*>This reset link has expired or was already used/)
    assert.match(used.body, /name="username"/)
  }
})

test('an expired confirmation link sends another to its owner, and asks for the address if it is unknown', async () => {
  const late = await startIdentity()
  const box = await startMailbox(late.deps)
  const registration = registrationInput()
  await late.app.inject({ method: 'POST', url: '/users', payload: registration })
  const { path, token } = linkOf(await box.waitForEmail(registration.email))
  advanceClock(late.deps, 24 * 3600 + 1)
  const old = await late.app.inject({ url: path, headers: browser })
  assert.equal(old.statusCode, 410)
  assert.ok(!old.body.includes('name="username"'))
  const form = (fields: Record<string, string>) =>
    late.app.inject({ method: 'POST', url: '/email-verify', headers: browser, payload: fields })
  assert.match((await form({ token, shown: 'expired' })).body, /Check your email/)
  const fresh = linkOf(await box.waitForEmail(registration.email, 1))
  const confirmed = await form({ token: fresh.token })
  assert.match(confirmed.body, /<h1>Email address confirmed<\/h1>/)
  assert.match(confirmed.body, /href="http:\/\/localhost:4100\/app\/"/)

  const asked = await late.app.inject({ url: '/email-verify', headers: browser })
  assert.equal(asked.statusCode, 200)
  assert.match(asked.body, /<h1>Confirm your email address<\/h1>/)
  assert.match(asked.body, /name="username" type="email"/)
  const unknown = await late.app.inject({ url: '/email-verify?token=unknown', headers: browser })
  assert.equal(unknown.statusCode, 410)
  assert.match(unknown.body, /name="username" type="email"/)
  const answers = await Promise.all(
    ['nobody@example.org', registration.email].map(username =>
      form({ token: 'unknown', username, shown: 'expired' }),
    ),
  )
  assert.equal(answers[0]?.body, answers[1]?.body)
})

test('/admin tells a user who is signed in, and offers to sign in as another', async () => {
  const person = await createUser(identity)
  const { access_token, refresh_token } = await signIn(identity, person)
  const cookies = { access_token, refresh_token }
  const refused = await app.inject({ url: '/admin/users', cookies, headers: browser })
  assert.equal(refused.statusCode, 403)
  assert.ok(refused.body.includes(person.email))
  assert.match(refused.body, /href="http:\/\/localhost:4100\/app\/">Back to Tasks/)
  assert.match(refused.body, /action="\/auth\/switch-user"/)

  const switched = await send('/auth/switch-user', { return: '/admin/users' }, cookies)
  assert.deepEqual([switched.statusCode, switched.headers.location], [303, '/admin/users'])
  const next = await app.inject({ url: '/admin/users', cookies, headers: browser })
  assert.equal(next.statusCode, 302)
  const foreign = await send('/auth/switch-user', { return: '//evil.example/' })
  assert.equal(foreign.headers.location, '/')
  const headers = { ...browser, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const forged = await app.inject({ method: 'POST', url: '/auth/switch-user', headers, cookies, payload: {} })
  assert.equal(forged.statusCode, 403)
})

test('someone who was archived while signed in learns it from their session, not from the sign-in', async () => {
  const admin = await createUser(identity, 'admin')
  const person = await createUser(identity)
  const { refresh_token } = await signIn(identity, person)
  await (await asPerson(identity, admin))('DELETE', `/users/${person.id}`)
  const url = authorizeUrl({ client_id: client.clientId })
  const page = await app.inject({ url, headers: browser, cookies: { refresh_token } })
  assert.equal(page.statusCode, 403)
  assert.match(page.body, /<h1>Your account is deactivated<\/h1>/)
  assert.match(page.body, /href="mailto:help@example.org\?subject=/)
  assert.equal(page.cookies.find(({ name }) => name === 'refresh_token')?.value, '')
  const refresh = await app.inject({ method: 'POST', url: '/auth/refresh', cookies: { refresh_token } })
  assert.equal(refresh.json().error.details.reason, 'account_archived')
  const { email: username, password } = person
  const attempt = await app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
  assert.equal(attempt.json().error.details.reason, 'wrong_credentials')
})
