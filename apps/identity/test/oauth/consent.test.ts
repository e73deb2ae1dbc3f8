import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustClient } from '#oauth/clients/client.commands.ts'
import { getClientRecord } from '#oauth/clients/client.queries.ts'
import {
  answerConsent,
  answerOf,
  authorizeUrl,
  formOf,
  openSignInPage,
  redeem,
  submit,
} from '../authorize-flow.ts'
import { origin, sharedIdentity } from '../identity-service.ts'
import { authorize, type RelyingParty, registerRelyingParty, userInfo } from '../openid-flow.ts'
import { asPerson, cookiesOf, createUser, type Person, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const untrusted = { isTrusted: false }

/** A user in a browser, and an application that nobody vouches for. */
async function createScene(scope = 'openid profile email phone offline_access') {
  const client = await registerRelyingParty(identity, { scope }, untrusted)
  const person = await createUser(identity)
  return { client, person, cookies: { ...(await signIn(identity, person)) } as Record<string, string> }
}

async function openConsentPage(client: RelyingParty, cookies: Record<string, string>, parameters = {}) {
  const response = await authorize(identity, client, parameters, cookies)
  assert.equal(response.statusCode, 200, String(response.headers.location))
  assert.match(response.body, /Allow access\?/)
  return { response, form: formOf(response.body), cookies: { ...cookies, ...cookiesOf(response) } }
}

async function allow(client: RelyingParty, browser: Record<string, string>, parameters = {}) {
  const { form, cookies } = await openConsentPage(client, browser, parameters)
  const response = await answerConsent(identity, form, cookies, 'allow')
  assert.equal(response.statusCode, 302, response.body)
  return answerOf(response).code ?? ''
}

test('the page names the application, the account and what is asked for, and needs no script', async () => {
  const { client, person, cookies } = await createScene()
  const { response } = await openConsentPage(client, cookies, { scope: 'openid email' })
  assert.match(response.body, /Grafana/)
  assert.ok(response.body.includes(person.email))
  assert.match(response.body, /See your email address/)
  assert.doesNotMatch(response.body, /See your phone number/)
  assert.match(response.body, /app\.example\.org/)
  assert.doesNotMatch(response.body, /<script/)
  assert.match(String(response.headers['content-security-policy']), /frame-ancestors 'none'/)
})

test('what was allowed is remembered, and asked again only if it widens', async () => {
  const { client, cookies } = await createScene()
  const code = await allow(client, cookies, { scope: 'openid email' })
  assert.equal((await redeem(identity, client, { code })).statusCode, 200)
  assert.ok(answerOf(await authorize(identity, client, { scope: 'openid' }, cookies)).code)
  const wider = await openConsentPage(client, cookies, { scope: 'openid email phone' })
  assert.match(wider.response.body, /See your phone number <span class="badge">New/)
  const byClaim = JSON.stringify({ userinfo: { phone_number: { essential: true } } })
  await openConsentPage(client, cookies, { claims: byClaim })
  await allow(client, cookies, { scope: 'openid phone' })
  assert.ok(answerOf(await authorize(identity, client, { scope: 'openid email phone' }, cookies)).code)
  await openConsentPage(client, cookies, { scope: 'openid', prompt: 'consent' })
})

test('a refusal goes to the application as access_denied', async () => {
  const { client, cookies: browser } = await createScene()
  const { form, cookies } = await openConsentPage(client, browser)
  const refused = answerOf(await answerConsent(identity, form, cookies, 'deny'))
  assert.equal(refused.error, 'access_denied')
  assert.equal(refused.state, 'some state')
  assert.equal(refused.code, undefined)
  await openConsentPage(client, browser)
})

test('no prompt gets around the page', async () => {
  const { client, person, cookies } = await createScene()
  assert.equal(
    answerOf(await authorize(identity, client, { prompt: 'none' }, cookies)).error,
    'consent_required',
  )
  for (const prompt of ['login', 'login consent']) {
    const url = authorizeUrl({ client_id: client.clientId, scope: 'openid', prompt })
    const page = await openSignInPage(identity, url, cookies)
    const credentials = { username: person.email, password: person.password }
    const asked = await submit(identity, { ...page.form, ...credentials }, page.cookies)
    assert.equal(asked.statusCode, 200)
    assert.match(asked.body, /Allow access\?/)
    assert.doesNotMatch(asked.body, /name="max_age"/)
  }
  const selected = await authorize(identity, client, { prompt: 'select_account' }, cookies)
  const [, own = ''] = /href="(\/auth\/authorize[^"]+)"/.exec(selected.body) ?? []
  assert.match((await app.inject({ url: own.replaceAll('&amp;', '&'), cookies })).body, /Allow access\?/)
})

test('the form works once, from our own page, for the account that it was shown to', async () => {
  const { client, cookies: browser } = await createScene()
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const { form, cookies } = await openConsentPage(client, browser)
  assert.equal((await answerConsent(identity, form, cookies, 'allow', foreign)).statusCode, 403)
  const forged = await answerConsent(identity, { ...form, csrf_token: 'forged' }, cookies, 'allow')
  assert.equal(forged.statusCode, 403)
  assert.match(forged.body, /role="alert"/)
  const other = { ...cookies, ...(await signIn(identity, await createUser(identity))) }
  const shownAgain = await answerConsent(identity, form, other, 'allow')
  assert.equal(shownAgain.statusCode, 200)
  assert.match(shownAgain.body, /Allow access\?/)
  const { access_token: _, refresh_token: __, ...signedOut } = cookies
  const left = await answerConsent(identity, form, signedOut, 'allow')
  assert.equal(left.statusCode, 303)
  assert.equal((await answerConsent(identity, form, cookies, 'allow', { origin })).statusCode, 302)
})

test('language and theme change only how the page is shown', async () => {
  const { client, cookies: browser } = await createScene()
  const { form, cookies } = await openConsentPage(client, browser)
  const russian = await answerConsent(identity, { ...form, language: 'ru' }, cookies, 'allow')
  assert.equal(russian.statusCode, 200)
  assert.match(russian.body, /Разрешить доступ/)
})

test('a session with few scopes cannot allow more than it has', async () => {
  const client = await registerRelyingParty(identity, { scope: 'openid user:read' }, untrusted)
  const person = await createUser(identity)
  const full = { ...(await signIn(identity, person)) }
  const narrow = { ...(await signIn(identity, person, 'user:write')) }
  const { form, cookies } = await openConsentPage(client, full, { scope: 'openid user:read' })
  const refused = await answerConsent(identity, form, { ...cookies, ...narrow }, 'allow')
  assert.equal(refused.statusCode, 303)
})

test('trusted clients are not asked for, until they are extended over HTTP', async () => {
  const { client, cookies } = await createScene('openid email')
  await openConsentPage(client, cookies)
  await trustClient(deps, client.clientId)
  assert.ok(answerOf(await authorize(identity, client, {}, cookies)).code)
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  const redirectUris = ['https://app.example.org/callback', 'https://evil.example/']
  await owner('PUT', `/oauth/clients/${client.id}`, { redirectUris })
  await openConsentPage(client, cookies)
})

test('a new redirect URI makes remembered consents void', async () => {
  const { client, cookies } = await createScene('openid email')
  await allow(client, cookies)
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  await owner('PUT', `/oauth/clients/${client.id}`, { name: 'Renamed' })
  assert.ok(answerOf(await authorize(identity, client, {}, cookies)).code)
  const redirectUris = ['https://app.example.org/callback', 'https://evil.example/']
  await owner('PUT', `/oauth/clients/${client.id}`, { redirectUris })
  await openConsentPage(client, cookies, { redirect_uri: 'https://evil.example/' })
})

async function listOf(person: Person) {
  const call = await asPerson(identity, person)
  return (await call('GET', `/users/${person.id}/applications`)).json().items
}

test('connected applications are listed, and disconnecting one ends what it has', async () => {
  const { client, person, cookies } = await createScene()
  const other = await registerRelyingParty(identity, { name: 'Gitea' })
  assert.deepEqual(await listOf(person), [])
  const code = await allow(client, cookies, { scope: 'openid email offline_access' })
  const tokens = (await redeem(identity, client, { code })).json()
  const { code: second = '' } = answerOf(await authorize(identity, other, {}, cookies))
  await redeem(identity, other, { code: second })
  const { code: unused = '' } = answerOf(await authorize(identity, client, {}, cookies))
  const items = await listOf(person)
  const names = items.map((item: { name: string; sessions: number; isTrusted: boolean }) => [
    item.name,
    item.sessions,
    item.isTrusted,
  ])
  assert.deepEqual(names.sort(), [
    ['Gitea', 1, true],
    ['Grafana', 1, false],
  ])
  const sessions = (await (await asPerson(identity, person))('GET', `/users/${person.id}/sessions`)).json()
    .items
  const opened = sessions.flatMap((session: { applications: { name: string }[] }) =>
    session.applications.map(({ name }) => name),
  )
  assert.deepEqual(opened, ['Gitea', 'Grafana'])
  const { consentCount, recentConsentCount, isTrusted } = await getClientRecord(deps.db, client.id, 'atrium')
  assert.deepEqual(
    { consentCount, recentConsentCount, isTrusted },
    { consentCount: 1, recentConsentCount: 1, ...untrusted },
  )
  const grafana = items.find((item: { id: number }) => item.id === client.id)
  assert.deepEqual(grafana.scopes, ['openid', 'email', 'offline_access'])

  const call = await asPerson(identity, person)
  const address = `/users/${person.id}/applications/${client.id}`
  assert.equal((await call('DELETE', address)).statusCode, 200)
  assert.equal((await userInfo(identity, tokens.access_token)).statusCode, 401)
  assert.equal((await redeem(identity, client, { code: unused })).json().error, 'invalid_grant')
  assert.deepEqual(
    (await listOf(person)).map((item: { name: string }) => item.name),
    ['Gitea'],
  )
  assert.equal((await call('DELETE', address)).statusCode, 404)
  await openConsentPage(client, cookies)
})

test('a consent that is withdrawn while a code is issued leaves none', async () => {
  const { client, person, cookies } = await createScene('openid email')
  await allow(client, cookies)
  const call = await asPerson(identity, person)
  const codes = Array.from({ length: 8 }, () => authorize(identity, client, {}, cookies))
  const [, ...answers] = await Promise.all([
    call('DELETE', `/users/${person.id}/applications/${client.id}`),
    ...codes,
  ])
  for (const answer of answers) {
    const { code } = answer.headers.location ? answerOf(answer) : { code: undefined }
    if (code) assert.equal((await redeem(identity, client, { code })).json().error, 'invalid_grant')
  }
})
