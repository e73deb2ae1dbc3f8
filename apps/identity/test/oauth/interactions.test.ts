import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerConsent, answerOf, authorizeUrl, formOf, openSignInPage, submit } from '../authorize-flow.ts'
import { startIdentity } from '../identity-service.ts'
import { authorize, registerRelyingParty } from '../openid-flow.ts'
import { createConfirmedUser, signIn } from '../people.ts'

const identity = await startIdentity({ TWO_FACTOR_ROLES: 'manager' })
const { app, deps } = identity
const stranger = await registerRelyingParty(identity, {}, { isTrusted: false })
const trusted = await registerRelyingParty(identity)

/** Removes the role that requires a second factor, as an administrator would. */
async function removeManagerRole(userId: number) {
  const managers = deps.db.selectFrom('roles').where('name', '=', 'manager').select('id')
  await deps.db.deleteFrom('userRoles').where('userId', '=', userId).where('roleId', 'in', managers).execute()
}

test('a visitor takes the steps in order: sign-in, account, second factor, consent', async () => {
  const manager = await createConfirmedUser(identity, 'manager')
  const url = authorizeUrl({
    client_id: stranger.clientId,
    scope: 'openid',
    prompt: 'select_account consent',
  })
  const page = await openSignInPage(identity, url)
  assert.match(page.response.body, /name="password"/)

  const browser = { ...(await signIn(identity, manager)) }
  const choice = await app.inject({ url, cookies: browser })
  assert.match(choice.body, /Choose an account/)
  const [, chosen = ''] = /href="(\/auth\/authorize[^"]+)"/.exec(choice.body) ?? []
  const setup = await app.inject({ url: chosen.replaceAll('&amp;', '&'), cookies: browser })
  assert.equal(setup.statusCode, 302)
  const wanted = new URL(String(setup.headers.location), 'http://localhost').searchParams.get('wanted')
  assert.match(String(setup.headers.location), /^\/account\/security\?/)

  await removeManagerRole(manager.id)
  const { form, cookies } = await openSignInPage(identity, `/auth/authorize?${wanted}`, browser)
  const answered = await answerConsent(identity, form, cookies, 'allow')
  assert.ok(answerOf(answered).code, 'prompt=consent is not asked for again')
})

test('signing in answers for the account too, and leads to the next step', async () => {
  const manager = await createConfirmedUser(identity, 'manager')
  const prompt = 'login select_account'
  const url = authorizeUrl({ client_id: stranger.clientId, scope: 'openid', prompt, max_age: '0' })
  const { form, cookies } = await openSignInPage(identity, url, { ...(await signIn(identity, manager)) })
  const credentials = { username: manager.email, password: manager.password }
  const setup = await submit(identity, { ...form, ...credentials }, cookies)
  const wanted = new URL(String(setup.headers.location), 'http://localhost').searchParams.get('wanted')
  const left = new URLSearchParams(String(wanted))
  assert.deepEqual(
    [left.get('prompt'), left.get('max_age'), left.get('client_id')],
    [null, null, stranger.clientId],
  )
})

test('prompt=none gets the error of the first step, and nothing about a visitor who has not allowed the application', async () => {
  const manager = await createConfirmedUser(identity, 'manager')
  const browser = { ...(await signIn(identity, manager)) }
  const silent = async (client: typeof stranger, cookies = {}) =>
    answerOf(await authorize(identity, client, { prompt: 'none' }, cookies)).error
  assert.equal(await silent(stranger), 'login_required')
  assert.equal(await silent(stranger, browser), 'consent_required')
  assert.equal(await silent(trusted, browser), 'interaction_required')
  await removeManagerRole(manager.id)
  assert.equal(await silent(trusted, browser), undefined)
})

test('a consent that is sent after the session has ended leads back to the sign-in', async () => {
  const person = await createConfirmedUser(identity)
  const url = authorizeUrl({ client_id: stranger.clientId, scope: 'openid' })
  const { response, cookies } = await openSignInPage(identity, url, { ...(await signIn(identity, person)) })
  const { access_token: _, refresh_token: _ended, ...left } = cookies
  const again = await answerConsent(identity, formOf(response.body), left, 'allow')
  assert.equal(again.statusCode, 303)
  assert.match(String(again.headers.location), /^\/auth\/authorize\?/)
})
