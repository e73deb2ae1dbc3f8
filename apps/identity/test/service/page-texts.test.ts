import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@atrium/core/languages'
import { speakPseudoLanguage, wordsWithoutCatalogue } from '@atrium/testing/pseudo-texts'
import { texts as sharedTexts } from '@atrium/texts/shared'
import { DEVICE_CODE } from '#oauth/clients/client.contract.ts'
import { accountTexts, texts } from '#texts.ts'
import { authorizeUrl, openSignInPage, submit } from '../authorize-flow.ts'
import { startIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import { authorize, registerRelyingParty } from '../openid-flow.ts'
import { createUser, registerClient, registrationInput, signIn } from '../people.ts'

const identity = await startIdentity({ RATE_LIMIT: 'off' })
const { app, deps } = identity
const mailbox = await startMailbox(deps)
const person = await createUser(identity)
const { clientId } = await registerClient(identity)
speakPseudoLanguage(texts('en'), accountTexts('en'), sharedTexts('en'))

const names = languages.map(({ name }) => name)
const browser = { accept: 'text/html' }

function check(page: string, ...known: string[]) {
  assert.match(page, /[ȧḗǿ]/)
  assert.deepEqual(wordsWithoutCatalogue(page, [...names, ...known]), [])
}

for (const url of [
  '/',
  '/docs',
  '/nowhere',
  '/register',
  '/password-reset',
  '/password-reset?token=unknown',
  '/email-verify?token=unknown',
  '/auth/end-session',
  '/auth/device',
  '/auth/authorize?client_id=unknown',
])
  test(`every text of ${url} comes from a catalogue`, async () => {
    check((await app.inject({ url, headers: browser })).body)
  })

test('every text of the sign-in page comes from a catalogue, with and without a mistake', async () => {
  const url = authorizeUrl({
    client_id: clientId,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const { response, form, cookies } = await openSignInPage(identity, url)
  check(response.body, 'Sample application')
  check(
    (await submit(identity, { ...form, username: person.email, password: 'wrong' }, cookies)).body,
    'Sample application',
  )
})

test('every text of the consent page comes from a catalogue', async () => {
  const scope = 'openid profile email phone offline_access groups'
  const client = await registerRelyingParty(identity, { scope }, { isTrusted: false })
  const page = await authorize(identity, client, { scope }, { ...(await signIn(identity, person)) })
  check(page.body, 'Grafana', 'Sam Sample')
})

test('every text of the page that asks about a device comes from a catalogue', async () => {
  const client = await registerClient(identity, { grantTypes: DEVICE_CODE, isPublic: true })
  const payload = { client_id: client.clientId }
  const { user_code } = (await app.inject({ method: 'POST', url: '/device_authorization', payload })).json()
  const cookies = { ...(await signIn(identity, person)) }
  const page = await app.inject({ url: `/auth/device?user_code=${user_code}`, cookies, headers: browser })
  check(page.body, 'Sample application', 'Sam Sample', user_code)
})

test('every text of emails comes from a catalogue', async () => {
  const newcomer = registrationInput()
  await app.inject({ method: 'POST', url: '/users', payload: newcomer })
  const { email } = await createUser(identity)
  await app.inject({ method: 'POST', url: '/auth/password-reset', payload: { username: email } })
  for (const address of [newcomer.email, email]) {
    const { source } = await mailbox.waitForEmail(address)
    check(pageOf(source), newcomer.name, newcomer.surname)
  }
})

/** Decodes the HTML part of an email. */
function pageOf(source: string) {
  const [, headers = '', body = ''] =
    source.match(/(Content-Type: text\/html[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/) ?? []
  if (headers.includes('base64')) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
