import { cookiesOf, signInAtIdentity } from '../people.ts'
import { anonymous, type Scene } from './actors.ts'

export async function recordSignIn({ services, send, register }: Scene) {
  const { environment } = services
  const person = await register('carl', '+12025550106')
  const page = { headers: { accept: 'text/html' } }
  const opened = await send(anonymous, 'GET /auth/login?return=/project/7', undefined, page)
  const { callback } = await signInAtIdentity(services, person, opened.body)
  await send(anonymous, `GET ${callback}`)
  const state = { cookies: cookiesOf(opened) }
  const signedIn = await send(anonymous, `GET ${callback}`, undefined, state)
  await send(anonymous, `GET ${callback}`, undefined, { ...state, ...page })
  const failed = await send(anonymous, 'GET /auth/login', undefined, page)
  const begun = new URL(String(failed.body.match(/href="([^"]*\/auth\/authorize[^"]*)"/)?.[1]))
  const query = new URLSearchParams({
    error: 'access_denied',
    state: String(begun.searchParams.get('amp;state') ?? begun.searchParams.get('state')),
  })
  await send(anonymous, `GET /auth/callback?${query}`, undefined, { cookies: cookiesOf(failed) })

  const { app_access_token = '', app_refresh_token = '' } = cookiesOf(signedIn)
  const origin = new URL(environment.TASKS_URL).origin
  const browser = { name: 'browser', cookies: { app_access_token, app_refresh_token } }
  await send(browser, 'GET /users/me')
  await send(browser, 'GET /users/me/account-permissions')
  await send(browser, 'POST /project', { name: 'From a browser' }, { headers: { origin } })
  await send(
    browser,
    'POST /project',
    { name: 'x' },
    { headers: { origin: 'https://elsewhere.example.org' } },
  )
  await send(browser, 'POST /project', { name: 'x' })
  await send({ name: 'renewing browser', cookies: { app_refresh_token } }, 'GET /users/me/settings')
  await send(browser, 'GET /auth/logout', undefined, { headers: { 'sec-fetch-site': 'cross-site' } })
  await send(browser, 'GET /auth/logout')
  await send(browser, 'GET /users/me')
  await send(anonymous, 'GET /auth/logout')

  const { email: login, password } = person
  await send(anonymous, 'POST /user/login', { login, password })
  await send(anonymous, 'POST /user/login', { login, password: 'wrong' })
  await send(anonymous, 'POST /user/login', { login: '' })
  await send(anonymous, 'GET /auth/sign-in?return=/project/7&login_hint=a%40example.org', undefined, page)
  await send(anonymous, 'GET /assets/to-sign-in.js')
  await send(anonymous, 'POST /preferences', { language: 'ru', theme: 'dark' })
  await send(anonymous, 'GET /startup')
}
