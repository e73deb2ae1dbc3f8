import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { answerOf, authorizeUrl, createChallenge, formOf } from '../authorize-flow.ts'
import { sharedIdentity } from '../identity-service.ts'
import { cookiesOf, createUser, goodPassword, registerClient, registrationInput, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const frontEnd = 'http://localhost:4100/app/'

interface Opened {
  form: Record<string, string>
  cookies: Record<string, string>
}

async function open(query = '', headers: Record<string, string> = {}) {
  const response = await app.inject({
    url: `/register${query}`,
    headers: { accept: 'text/html', ...headers },
  })
  return { response, form: formOf(response.body), cookies: cookiesOf(response) }
}

function submit({ form, cookies }: Opened, fields: Record<string, unknown>, headers: object = {}) {
  return app.inject({
    method: 'POST',
    url: '/register',
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    payload: new URLSearchParams({ ...form, ...(fields as Record<string, string>) }).toString(),
  })
}

/** What a person types. */
function typed(overrides: Record<string, unknown> = {}) {
  const { consent, ...fields } = registrationInput(overrides)
  return fields
}

function errorsIn(page: string) {
  const errors = [...page.matchAll(/<p class="error" id="(\w+)-error">([^<]*)</g)]
  return Object.fromEntries(errors.map(([, field = '', text = '']) => [field, text]))
}

async function userWith(email: string) {
  return deps.db.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirst()
}

async function withSettings(changes: Partial<typeof deps.settings>, work: () => Promise<void>) {
  const before = { ...deps.settings }
  Object.assign(deps.settings, changes)
  await work().finally(() => {
    for (const name of Object.keys(changes)) Reflect.deleteProperty(deps.settings, name)
    Object.assign(deps.settings, before)
  })
}

test('the page requires a name, an address and a password, and works without a script', async () => {
  const { response } = await open()
  assert.equal(response.statusCode, 200)
  const inputs = [...response.body.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name)
  assert.deepEqual(inputs, ['email', 'name', 'surname', 'password', 'phone'])
  const required = [...response.body.matchAll(/<input id="(\w+)"[^>]* required/g)].map(([, name]) => name)
  assert.deepEqual(required, ['email', 'name', 'surname', 'password'])
  assert.match(String(response.headers['content-security-policy']), /default-src 'none'; script-src 'self'/)
  assert.doesNotMatch(response.body, /<script(?![^>]* src=)/)
})

test('a new user is signed in and sent to the web application', async () => {
  const person = typed()
  const response = await submit(await open(), person)
  assert.equal(response.statusCode, 302, response.body)
  assert.equal(response.headers.location, frontEnd)
  const { access_token = '', refresh_token } = cookiesOf(response)
  assert.ok(refresh_token)
  const me = await app.inject({ url: '/users/me', cookies: { access_token } })
  assert.partialDeepStrictEqual(me.json().item, {
    email: person.email,
    emailVerifiedAt: null,
    consentSource: 'registration page, notice',
    consentDigest: null,
    roles: ['user'],
  })
})

test('a user without a phone number is found, reads their record and adds a number later', async () => {
  const { phone, ...person } = typed({ surname: 'Phoneless' })
  const response = await submit(await open(), { ...person, phone: '' })
  assert.equal(response.statusCode, 302, response.body)
  const { access_token = '' } = cookiesOf(response)
  const asThem = { cookies: { access_token }, headers: { origin: deps.settings.IDENTITY_URL } }
  const { id, ...record } = (await app.inject({ url: '/users/me', ...asThem })).json().item
  assert.equal(record.phone, null)
  const { access_token: asOwner } = await signIn(identity, await createUser(identity, 'owner'))
  for (const search of ['phoneless', person.email]) {
    const url = `/users?${new URLSearchParams({ search: String(search) })}`
    const { items } = (await app.inject({ url, cookies: { access_token: asOwner } })).json()
    assert.deepEqual(
      items.map((user: { id: number }) => user.id),
      [id],
    )
  }
  const change = (payload: object) =>
    app.inject({ method: 'POST', url: `/users/${id}/passport-change`, payload, ...asThem })
  const currentPassword = person.password
  const renamed = await change({ password: 'Another-quiet-harbour-19', currentPassword })
  assert.equal(renamed.statusCode, 200, renamed.body)
  const added = await change({ phone: String(phone), currentPassword: 'Another-quiet-harbour-19' })
  assert.equal(added.json().item.phone, phone)
  assert.equal((await app.inject({ url: `/users/${id}/export`, ...asThem })).statusCode, 200)
})

test('a new user continues to the application that sent them', async () => {
  const client = await registerClient(identity)
  const { challenge } = createChallenge()
  const parameters = { client_id: client.clientId, code_challenge: challenge, code_challenge_method: 'S256' }
  const query = authorizeUrl(parameters).split('?')[1]
  const opened = await open(`?${query}&login_hint=new%40example.org`)
  assert.match(opened.response.body, /to continue to <strong>Sample application<\/strong>/)
  assert.match(opened.response.body, /value="new@example\.org"/)
  assert.match(opened.response.body, /href="\/auth\/authorize\?[^"]*login_hint=new%40example\.org"/)
  const response = await submit(opened, typed())
  assert.equal(response.statusCode, 302, response.body)
  assert.ok(String(response.headers.location).startsWith('https://app.example.org/callback?'))
  assert.equal(answerOf(response).state, 'some state')
  assert.ok(answerOf(response).code)
})

test('prompt=create opens the registration page, and another login_hint the sign-in form', async () => {
  const person = await createUser(identity)
  const { access_token } = await signIn(identity, person)
  const { clientId } = await registerClient(identity)
  const { challenge } = createChallenge()
  const url = authorizeUrl({ client_id: clientId, code_challenge: challenge, code_challenge_method: 'S256' })
  const visit = (more: string, headers: object = {}) =>
    app.inject({ url: url + more, cookies: { access_token }, headers: { accept: 'text/html', ...headers } })
  const created = await visit('&prompt=create&login_hint=new%40example.org&invitation=1.0.2.x')
  const address = new URL(String(created.headers.location), 'http://identity')
  assert.deepEqual([created.statusCode, address.pathname], [302, '/register'])
  assert.equal(address.searchParams.get('login_hint'), 'new@example.org')
  assert.equal(address.searchParams.get('invitation'), '1.0.2.x')
  assert.equal(address.searchParams.get('client_id'), clientId)
  const crossSite = await visit('&prompt=create', { 'sec-fetch-site': 'cross-site' })
  assert.equal(crossSite.statusCode, 200, 'opened again first, so that the browser sends its cookies')
  assert.equal((await visit(`&login_hint=${person.email.toUpperCase()}`)).statusCode, 302)
  const other = await visit('&login_hint=other%40example.org')
  assert.equal(other.statusCode, 200)
  assert.match(other.body, /value="other@example\.org"/)
})

test('an unknown application gets an error page, and an invalid request goes back to it', async () => {
  assert.equal((await open('?client_id=unknown&redirect_uri=https://evil.example')).response.statusCode, 400)
  const { clientId } = await registerClient(identity)
  const query = authorizeUrl({ client_id: clientId, response_type: 'token' }).split('?')[1]
  const { response } = await open(`?${query}`)
  assert.equal(answerOf(response).error, 'unsupported_response_type')
})

test('every error is shown at its field, and what was typed stays', async () => {
  const wrong = { email: 'nobody', phone: '12', password: 'aaaaaaaa', surname: '', name: 'Ann "A" <b>' }
  const response = await submit(await open(), wrong)
  assert.equal(response.statusCode, 422)
  assert.deepEqual(Object.keys(errorsIn(response.body)).sort(), ['email', 'password', 'phone', 'surname'])
  assert.match(errorsIn(response.body).phone ?? '', /^Phone must be an international phone number/)
  assert.match(response.body, /value="nobody"/)
  assert.match(response.body, /value="Ann &quot;A&quot; &lt;b&gt;"/)
  assert.doesNotMatch(response.body, /aaaaaaaa/)
  const russian = await submit(await open(), wrong, { 'accept-language': 'ru' })
  assert.match(errorsIn(russian.body).password ?? '', /слишком легко угадать/)
  assert.match(errorsIn(russian.body).phone ?? '', /например \+7900/)
  // The page that comes back works.
  const again = { form: formOf(response.body), cookies: cookiesOf(response) }
  assert.equal((await submit(again, typed())).statusCode, 302)
})

test('a taken address or number is named at its field', async () => {
  const person = await createUser(identity)
  const email = await submit(await open(), typed({ email: person.email.toUpperCase() }))
  assert.equal(email.statusCode, 409)
  assert.match(errorsIn(email.body).email ?? '', /already exists/)
  assert.equal(errorsIn(email.body).password, 'Enter your password again.', 'a page never repeats a password')
  const phone = await submit(await open(), typed({ phone: person.phone }))
  assert.deepEqual([phone.statusCode, Object.keys(errorsIn(phone.body))], [409, ['password', 'phone']])
})

test('a form works once, in its own browser and from our own origin only', async () => {
  const opened = await open()
  const person = typed()
  assert.equal((await submit({ ...opened, cookies: {} }, person)).statusCode, 403)
  assert.equal((await submit({ ...opened, form: {} }, person)).statusCode, 403)
  assert.equal((await submit(opened, person, { origin: 'https://evil.example' })).statusCode, 403)
  assert.equal(await userWith(person.email), undefined)
  assert.equal((await submit(opened, person)).statusCode, 302)
  const twice = await submit(opened, typed())
  assert.equal(twice.statusCode, 403)
  assert.match(twice.body, /This form has expired/)
  const withoutCookie = await submit({ ...opened, cookies: {} }, typed())
  assert.equal(withoutCookie.statusCode, 403)
  assert.match(withoutCookie.body, /Your browser did not send the cookie/)
})

test('the switches change the language and keep what was typed', async () => {
  const response = await submit(await open(), { ...typed({ name: 'Анна' }), language: 'ru' })
  assert.equal(response.statusCode, 200)
  assert.match(response.body, /<html lang="ru"/)
  assert.match(response.body, /value="Анна"/)
  assert.deepEqual(errorsIn(response.body), { password: 'Введите пароль ещё раз.' })
})

test('a consent text has to be agreed to', () =>
  withSettings(
    {
      REGISTRATION_CONSENT: 'I accept the [terms](https://example.org/terms) & <rules>.',
      REGISTRATION_CONSENT_RU: 'Я принимаю условия.',
    },
    async () => {
      const opened = await open()
      const link = '<a href="https://example.org/terms" target="_blank" rel="noopener noreferrer">terms</a>'
      assert.ok(opened.response.body.includes(`I accept the ${link} &amp; &lt;rules&gt;.`))
      assert.match((await open('', { 'accept-language': 'ru' })).response.body, /Я принимаю условия\./)
      const refused = await submit(opened, typed())
      assert.deepEqual(
        [refused.statusCode, Object.keys(errorsIn(refused.body))],
        [422, ['password', 'consent']],
      )
      for (const language of ['en', 'ru']) {
        const person = typed()
        const headers = { 'accept-language': language }
        const done = await submit(await open('', headers), { ...person, consent: 'true' }, headers)
        assert.equal(done.statusCode, 302)
        const { REGISTRATION_CONSENT = '', REGISTRATION_CONSENT_RU = '' } = deps.settings
        const text = language === 'en' ? REGISTRATION_CONSENT : REGISTRATION_CONSENT_RU
        const user = await userWith(person.email)
        assert.ok(user?.consentAt)
        assert.equal(user.consentSource, 'registration page, box ticked')
        assert.equal(user.consentDigest, createHash('sha256').update(text).digest('hex'))
      }
    },
  ))

test('a consent text that has changed since the page was opened has to be agreed to again', () =>
  withSettings({ REGISTRATION_CONSENT: 'I accept the old terms.' }, async () => {
    const opened = await open()
    Object.assign(deps.settings, { REGISTRATION_CONSENT: 'I accept the new terms.' })
    const person = typed()
    const refused = await submit(opened, { ...person, consent: 'true' })
    assert.equal(refused.statusCode, 422)
    assert.match(refused.body, /I accept the new terms/)
    assert.ok('consent' in errorsIn(refused.body))
    assert.doesNotMatch(refused.body, /name="consent"[^>]* checked/)
    assert.equal(await userWith(person.email), undefined)
  }))

test('closed and invited installations show a page with a way on', async () => {
  for (const [mode, title] of [
    ['closed', 'Registration is closed'],
    ['invited', 'You need an invitation'],
  ] as const) {
    await withSettings({ REGISTRATION: mode }, async () => {
      const opened = await open()
      assert.equal(opened.response.statusCode, 403)
      assert.ok(opened.response.body.includes(`<h1>${title}</h1>`))
      assert.ok(opened.response.body.includes(`<a class="button" href="${frontEnd}">`))
      const person = typed()
      assert.equal((await submit(opened, person)).statusCode, 403)
      assert.equal(await userWith(person.email), undefined)
    })
  }
})

test('with REQUIRE_VERIFIED_EMAIL a page asks to confirm the address, and sends the email again', () =>
  withSettings({ REQUIRE_VERIFIED_EMAIL: true }, async () => {
    const person = typed()
    const response = await submit(await open(), person)
    assert.equal(response.statusCode, 200)
    assert.match(response.body, /<h1>Check your inbox<\/h1>/)
    assert.equal(cookiesOf(response).access_token, undefined)
    const { account = '' } = formOf(response.body)
    const resend = (payload: object) => app.inject({ method: 'POST', url: '/register/confirmation', payload })
    const again = await resend({ account, next: 'https://evil.example/' })
    assert.match(again.body, /We’ve sent the email again/)
    assert.doesNotMatch(again.body, /evil/)
    assert.equal((await resend({ account: account.replace(/^\d+/, '1') })).statusCode, 410)
  }))

test('the strength of a password is measured by the rule of the registration', async () => {
  const measure = async (fields: object) =>
    (await app.inject({ method: 'POST', url: '/auth/password-strength', payload: fields })).json().item
  assert.equal((await measure({ password: goodPassword })).problem, null)
  assert.equal((await measure({ password: 'short' })).problem, 'too_short')
  const own = await measure({ password: 'agnieszka1987', name: 'Agnieszka' })
  assert.deepEqual([own.problem, own.weakSpots.includes('own')], ['too_easy_to_guess', true])
})
