import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from '../both-services.ts'
import { cookiesOf, createPerson, signInAtIdentity, tokensFor } from '../people.ts'

const services = await startBothServices({ SUPPORT_EMAIL: 'help@example.org' })
const { app, environment } = services
const browser = { accept: 'text/html' }

function parametersOf({ headers }: { headers: Record<string, unknown> }) {
  return Object.fromEntries(new URL(String(headers.location)).searchParams)
}

test('/auth/sign-in leads to the form at once, with language, theme and account', async () => {
  const answer = await app.inject({
    url: '/auth/sign-in?return=/app/board/7&login_hint=ada@example.org&theme=dark',
    headers: browser,
    cookies: { atrium_language: 'ru' },
  })
  assert.equal(answer.statusCode, 302)
  assert.ok(String(answer.headers.location).startsWith(`${environment.IDENTITY_URL}/auth/authorize?`))
  const { ui_locales, theme, login_hint } = parametersOf(answer)
  assert.deepEqual([ui_locales, theme, login_hint], ['ru', 'dark', 'ada@example.org'])
  const { app_oauth_state, atrium_theme } = cookiesOf(answer)
  assert.ok(app_oauth_state)
  assert.equal(atrium_theme, 'dark')
  const plain = parametersOf(await app.inject({ url: '/auth/sign-in', headers: browser }))
  assert.deepEqual([plain.ui_locales, plain.theme, plain.login_hint], [undefined, undefined, undefined])
})

test('the way back brings the address and the choice, and never leads to another site', async () => {
  const person = await createPerson(services)
  for (const [wanted, location] of [
    ['/app/project/3/board/7?filter=me', `${environment.FRONTEND_URL}project/3/board/7?filter=me`],
    ['https://evil.example/', environment.FRONTEND_URL],
    ['//evil.example/', environment.FRONTEND_URL],
    ['/\\evil.example', environment.FRONTEND_URL],
  ] as const) {
    const start = await app.inject({
      url: `/auth/sign-in?return=${encodeURIComponent(wanted)}`,
      headers: browser,
    })
    const { callback } = await signInAtIdentity(services, person, `href="${start.headers.location}"`)
    const answer = await app.inject({
      url: `${callback}&ui_locales=ru&theme=dark`,
      cookies: cookiesOf(start),
    })
    assert.equal(answer.headers.location, location)
    const { atrium_language, atrium_theme } = cookiesOf(answer)
    assert.deepEqual([atrium_language, atrium_theme], ['ru', 'dark'])
  }
})

test('a sign-in is resumed in another browser, but only with a state of this service', async () => {
  const person = await createPerson(services)
  const left = parametersOf(await app.inject({ url: '/auth/sign-in?return=/app/board/7', headers: browser }))
  for (const [state, location] of [
    [left.state, `${environment.FRONTEND_URL}board/7`],
    [`${left.state}x`, environment.FRONTEND_URL],
  ] as const) {
    const query = new URLSearchParams({ resume: state ?? '' })
    const start = await app.inject({ url: `/auth/sign-in?${query}`, headers: browser })
    assert.notEqual(parametersOf(start).state, state)
    const { callback } = await signInAtIdentity(services, person, `href="${start.headers.location}"`)
    const answer = await app.inject({ url: callback, cookies: cookiesOf(start) })
    assert.equal(answer.headers.location, location)
  }
})

test('a browser without a session is led from inside the application to the form', async () => {
  const deep = await app.inject({ url: '/app/board/7?task=3', headers: browser })
  assert.equal(deep.statusCode, 200)
  assert.match(deep.body, /<script type="module" src="\/assets\/to-sign-in\.js">/)
  assert.match(
    deep.body,
    /<noscript><meta http-equiv="refresh" content="0;url=\/auth\/sign-in\?return=%2Fapp%2Fboard%2F7%3Ftask%3D3">/,
  )
  assert.equal(deep.headers['cache-control'], 'no-store')
  assert.match((await app.inject('/assets/to-sign-in.js')).body, /sessionStorage/)
  for (const open of [
    await app.inject({ url: '/app/', headers: browser }),
    await app.inject({ url: '/app/invitation', headers: browser }),
    await app.inject({ url: '/app/board/7', headers: browser, cookies: { app_refresh_token: 'any' } }),
  ])
    assert.ok(!open.body.includes('to-sign-in'))
})

test('a session that ended because its user was archived says so, and whom to ask', async () => {
  const person = await createPerson(services)
  const { refresh_token } = await tokensFor(services, person)
  await services.identityDeps.db
    .updateTable('users')
    .set({ archivedAt: new Date().toISOString() })
    .where('email', '=', person.email)
    .execute()
  const answer = await app.inject({ url: '/users/me', cookies: { app_refresh_token: refresh_token } })
  assert.equal(answer.statusCode, 401)
  const { reason, supportEmail } = answer.json().error.details
  assert.deepEqual([reason, supportEmail], ['account_archived', 'help@example.org'])
  assert.equal(answer.cookies.find(({ name }) => name === 'app_refresh_token')?.value, '')
})
