import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { codeAt, stepAt } from '#sign-in/two-factor/time-code.ts'
import { answerOf, authorizeUrl, createChallenge, formOf, openSignInPage } from '../authorize-flow.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, freezeClock, startIdentity } from '../identity-service.ts'
import { linkOf, type Received, startMailbox } from '../mailbox.ts'
import {
  asPerson,
  cookiesOf,
  createConfirmedUser,
  createUser,
  type Person,
  registerClient,
} from '../people.ts'

const identity = await startIdentity({ TASKS_CLIENT_ID: 'atrium-tasks', TASKS_URL: 'http://localhost:4100' })
const { app, deps } = identity
const mailbox = await startMailbox(deps)
freezeClock(deps)

const password = 'quiet harbour at noon'

function send(form: Record<string, string>, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/password-reset',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
}

function open(url: string) {
  return app.inject({ url, headers: { accept: 'text/html' } })
}

function authorizationOf(clientId: string, changes: Record<string, string> = {}) {
  const { challenge } = createChallenge()
  return authorizeUrl({
    client_id: clientId,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  })
}

/** From the sign-in page of a request to the token of the email, as in one browser. */
async function requestToken(url: string, person: Person) {
  const { response } = await openSignInPage(identity, `${url}&login_hint=${encodeURIComponent(person.email)}`)
  const [, link = ''] = response.body.match(/<a id="forgotten" href="([^"]+)"/) ?? []
  const page = await open(link.replaceAll('&amp;', '&'))
  assert.match(page.body, new RegExp(`name="username" type="text" value="${person.email}"`))
  const back = new RegExp(`href="/auth/authorize\\?[^"]*login_hint=${encodeURIComponent(person.email)}"`)
  assert.match(page.body, back)
  await send({ ...formOf(page.body), username: person.email })
  return tokenOf(person)
}

/** The token of the only email with a reset link to this person. */
async function tokenOf({ email }: Person) {
  const find = () =>
    mailbox.received.find(({ to, source }) => to.includes(email) && source.includes('/password-reset?'))
  await waitUntil(() => find() !== undefined)
  return linkOf(find() as Received).token
}

test('after a reset in any browser, the user is signed in and back at the application', async () => {
  const person = await createConfirmedUser(identity)
  const { clientId } = await registerClient(identity)
  const token = await requestToken(authorizationOf(clientId), person)
  const page = await open(`/password-reset?token=${token}`)
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /form-action 'self' [^;]*https:\/\/app\.example\.org/, 'the form may lead there')
  const weak = await send({ token, password: person.email })
  assert.equal(weak.statusCode, 422)
  const done = await send({ token, password })
  assert.ok(String(done.headers.location).startsWith('https://app.example.org/callback?'), done.body)
  const { state, code } = answerOf(done)
  assert.equal(state, 'some state')
  assert.ok(code)
  const { access_token = '' } = cookiesOf(done)
  assert.equal((await app.inject({ url: '/users/me', cookies: { access_token } })).json().item.id, person.id)
})

test('the task service resumes the sign-in that was left', async () => {
  const person = await createUser(identity)
  const { clientId } = await registerClient(identity)
  const before = deps.settings.TASKS_CLIENT_ID
  deps.settings.TASKS_CLIENT_ID = clientId
  try {
    const token = await requestToken(authorizationOf(clientId, { state: 'signed by tasks' }), person)
    const { location } = (await send({ token, password })).headers
    const query = new URLSearchParams({ login_hint: person.email, resume: 'signed by tasks' })
    assert.equal(location, `http://localhost:4100/auth/sign-in?${query}`)
  } finally {
    Object.assign(deps.settings, { TASKS_CLIENT_ID: before })
  }
})

test('a request that is not registered leads nowhere', async () => {
  const person = await createUser(identity)
  const { clientId } = await registerClient(identity)
  const forged = authorizationOf(clientId, { redirect_uri: 'https://evil.example/' }).split('?')[1]
  const page = await open(`/password-reset?${forged}`)
  assert.equal(page.statusCode, 200)
  assert.doesNotMatch(page.body, /evil\.example/)
  await send({ ...Object.fromEntries(new URLSearchParams(forged)), username: person.email })
  const done = await send({ token: await tokenOf(person), password })
  assert.match(String(done.headers.location), /^http:\/\/localhost:4100\/auth\/sign-in\?/)
})

test('a user with two-factor sign-in enters a code before they return', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const url = `/users/${person.id}/two-factor`
  const { secret } = (await call('POST', url, { currentPassword: person.password })).json().item
  const code = () => codeAt(bytesOf(secret), stepAt(deps.now()))
  assert.equal((await call('POST', `${url}/confirm`, { code: code() })).statusCode, 200)
  const { clientId } = await registerClient(identity)
  const token = await requestToken(authorizationOf(clientId), person)

  const asked = await send({ token, password })
  assert.equal(asked.statusCode, 200)
  assert.deepEqual(cookiesOf(asked), {})
  const form = formOf(asked.body)
  assert.ok(form.two_factor_token)
  advanceClock(deps, 30)
  const wrong = await send({ ...form, two_factor_code: '000000' })
  assert.equal(wrong.statusCode, 401)
  assert.match(wrong.body, /role="alert"/)
  assert.deepEqual(cookiesOf(wrong), {})
  const done = await send({ ...formOf(wrong.body), two_factor_code: code() })
  assert.equal(answerOf(done).state, 'some state')
  assert.ok(cookiesOf(done).access_token)
})

test('another site cannot sign a browser in with its own reset', async () => {
  const person = await createUser(identity)
  await send({ username: person.email })
  const token = await tokenOf(person)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const refused = await send({ token, password }, foreign)
  assert.deepEqual([refused.statusCode, cookiesOf(refused)], [403, {}])
  assert.equal((await send({ token, password })).statusCode, 302)
})
