import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart, png } from '@atrium/testing/forms'
import { waitUntil } from '@atrium/testing/wait-until'
import { authorizeUrl, createChallenge } from '../authorize-flow.ts'
import { startIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import {
  asPerson,
  createConfirmedUser,
  createUser,
  registerClient,
  registrationInput,
  signIn,
} from '../people.ts'

const identity = await startIdentity()
const person = await createUser(identity, 'owner')
const owner = await asPerson(identity, person)
const { access_token: accessToken } = await signIn(identity, person)
const mailbox = await startMailbox(identity.deps)

const none = { accentColor: null, logo: null, senderName: null, emailFooter: null, emailFooterRu: null }
const noLinks = { termsUrl: null, privacyUrl: null, imprintUrl: null }

function openPage(language = 'en') {
  return identity.app.inject({
    url: '/password-reset',
    headers: { accept: 'text/html', 'accept-language': language },
  })
}

function upload(content: Buffer, name = 'logo.png') {
  const { payload, contentType } = multipart({ file: { name, content } })
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': contentType }
  return identity.app.inject({ method: 'PUT', url: '/branding/logo', payload, headers })
}

test('name, color and links are on every page, and null restores those of Atrium', async () => {
  assert.deepEqual((await identity.app.inject('/branding')).json().item, {
    name: 'Atrium',
    ...none,
    ...noLinks,
  })
  const changed = await owner('PUT', '/branding', {
    name: 'Harbour <Works>',
    accentColor: '#0F766E',
    termsUrl: 'https://example.org/terms?a=1&b=2',
  })
  assert.equal(changed.statusCode, 200, changed.body)
  const branding = {
    ...none,
    ...noLinks,
    name: 'Harbour <Works>',
    accentColor: '#0f766e',
    termsUrl: 'https://example.org/terms?a=1&b=2',
  }
  assert.deepEqual(changed.json().item, branding)
  assert.deepEqual((await identity.app.inject('/notices')).json().item.branding, branding)
  const { body } = await openPage()
  assert.match(body, /<title>[^<]+ · Harbour &lt;Works&gt;<\/title>/)
  assert.match(body, /<link rel="stylesheet" href="\/assets\/brand.css\?0f766e">/)
  assert.match(body, /<a href="https:\/\/example.org\/terms\?a=1&amp;b=2">Terms<\/a>/)
  assert.match((await openPage('ru')).body, />Условия<\/a>/)
  const style = await identity.app.inject('/assets/brand.css?0f766e')
  assert.match(style.body, /--mantine-color-cobalt-6:#0f766e/)
  assert.match(String(style.headers['cache-control']), /immutable/)
  assert.equal((await identity.app.inject('/assets/brand.css?old')).headers['cache-control'], 'no-cache')

  const restored = await owner('PUT', '/branding', { name: null, accentColor: null, termsUrl: null })
  assert.deepEqual(restored.json().item, { name: 'Atrium', ...none, ...noLinks })
  assert.doesNotMatch((await openPage()).body, /brand\.css|class="legal"/)
  const { items } = (await owner('GET', '/audit?action=branding.changed')).json()
  assert.equal(items.length, 2)
})

test('a color that white text cannot be read on is refused with one that works, and so are other addresses', async () => {
  const refused = await owner('PUT', '/branding', { accentColor: '#ffd400' })
  assert.equal(refused.statusCode, 422)
  assert.deepEqual(refused.json().error.details.codes, { accentColor: ['accent_color_unreadable'] })
  const [text] = refused.json().error.details.errors.accentColor
  const [suggestion] = /#[\da-f]{6}/.exec(text) ?? []
  assert.equal((await owner('PUT', '/branding', { accentColor: suggestion })).statusCode, 200)
  for (const [field, value] of [
    ['accentColor', 'red'],
    ['accentColor', '#fff;}body{display:none'],
    ['termsUrl', 'javascript:alert(1)'],
    ['name', 'two\nlines'],
  ] as const) {
    const wrong = await owner('PUT', '/branding', { [field]: value })
    assert.deepEqual(Object.keys(wrong.json().error.details.codes), [field], value)
  }
  await owner('PUT', '/branding', { accentColor: null })
})

test('the logo is a small picture that browsers keep; SVG and large files are refused', async () => {
  assert.equal((await identity.app.inject('/assets/logo')).statusCode, 404)
  const svg = await upload(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'logo.svg',
  )
  assert.deepEqual(svg.json().error.details.codes, { file: ['logo_type_expected'] })
  assert.equal((await upload(Buffer.alloc(257 * 1024))).statusCode, 413)
  const { logo } = (await upload(png)).json().item
  const served = await identity.app.inject(`/assets/logo?${logo}`)
  assert.deepEqual([served.headers['content-type'], served.rawPayload], ['image/png', png])
  assert.match(String(served.headers['cache-control']), /immutable/)
  assert.match(String(served.headers['content-security-policy']), /sandbox/)
  const again = await identity.app.inject({
    url: '/assets/logo',
    headers: { 'if-none-match': String(served.headers.etag) },
  })
  assert.deepEqual([again.statusCode, again.headers['cache-control']], [304, 'no-cache'])
  assert.match((await openPage()).body, new RegExp(`<img class="mark" src="/assets/logo\\?${logo}" alt="">`))

  const second = await identity.startInstance()
  await second.app.ready()
  assert.deepEqual((await second.app.inject('/assets/logo')).rawPayload, png)
  assert.equal((await owner('DELETE', '/branding/logo')).json().item.logo, null)
  await waitUntil(() => second.deps.notices.current().branding.logo === null)
  assert.equal((await second.app.inject('/assets/logo')).statusCode, 404)
})

test('people sign in to the product, and from another application to continue to it', async () => {
  await owner('PUT', '/branding', { name: 'Harbour & Co' })
  const { clientId } = await registerClient(identity)
  const headingOf = async (language: string) => {
    const { challenge } = createChallenge()
    const parameters = { client_id: clientId, code_challenge: challenge, code_challenge_method: 'S256' }
    const headers = { 'accept-language': language }
    const { body } = await identity.app.inject({ url: authorizeUrl(parameters), headers })
    return /<h1>[\s\S]*?(?=\n<form)/.exec(body)?.[0].trim()
  }
  const foreign = '<h1>Sign in</h1>\n<p class="lead">to continue to <strong>Sample application</strong></p>'
  assert.equal(await headingOf('en'), foreign)
  const { settings } = identity.deps
  const before = settings.TASKS_CLIENT_ID
  Object.assign(settings, { TASKS_CLIENT_ID: clientId })
  try {
    assert.equal(await headingOf('en'), '<h1>Sign in to Harbour &amp; Co</h1>')
    assert.equal(await headingOf('ru'), '<h1>Вход в Harbour &amp; Co</h1>')
  } finally {
    Object.assign(settings, { TASKS_CLIENT_ID: before })
  }
})

test('emails have the sender, the name, the color, the footer and the links', async () => {
  await owner('PUT', '/branding', {
    name: 'Harbour',
    accentColor: '#0f766e',
    senderName: 'Harbour, accounts',
    emailFooter: 'Harbour Ltd, 1 Quay Street',
    imprintUrl: 'https://example.org/imprint',
  })
  const input = registrationInput()
  await identity.app.inject({ method: 'POST', url: '/users', payload: input })
  const { source } = await mailbox.waitForEmail(String(input.email))
  const text = source.replaceAll('=\r\n', '')
  assert.match(text, /^From: "Harbour, accounts" <atrium@example\.org>/m)
  assert.match(text, /create an? Harbour account/)
  assert.match(text, /Harbour Ltd, 1 Quay Street/)
  assert.match(text, /https:\/\/example\.org\/imprint/)
  assert.match(text, /#0f766e/)
})

test('pages, authenticator apps and passkeys call the product what the installation calls it', async () => {
  await owner('PUT', '/branding', { name: 'Harbour: Works & Co' })
  const headers = { accept: 'text/html' }
  for (const url of ['/', '/docs', '/auth/authorize', '/auth/device', '/register', '/nowhere']) {
    const { body } = await identity.app.inject({ url, headers })
    if (body) assert.match(body, /<title>[^<]*Harbour: Works &amp; Co<\/title>/, url)
    const words = body.replaceAll(/<[^>]+>/g, ' ')
    assert.ok(!words.includes('Atrium'), url)
  }
  const start = await identity.app.inject({ url: '/', headers })
  assert.match(start.body, /<h1>Harbour: Works &amp; Co<\/h1>/)

  const user = await createConfirmedUser(identity)
  const call = await asPerson(identity, user)
  const currentPassword = { currentPassword: user.password }
  const { uri } = (await call('POST', `/users/${user.id}/two-factor`, currentPassword)).json().item
  const { pathname, searchParams } = new URL(uri)
  const [issuer, account] = pathname.slice(1).split(':').map(decodeURIComponent)
  assert.deepEqual([issuer, account], ['Harbour Works & Co', user.email])
  assert.equal(searchParams.get('issuer'), issuer)
  const passkey = await call('POST', `/users/${user.id}/passkeys/options`, currentPassword)
  assert.equal(passkey.json().item.options.rp.name, 'Harbour: Works & Co')
})
