import { cookiesOf, signInAtIdentity } from '../people.ts'
import { nobody, type Scene } from './actors.ts'

export async function recordSignIn({ services, ask, register }: Scene) {
  const { environment } = services
  const person = await register('carl', '+12025550106')
  const page = { headers: { accept: 'text/html' } }
  const opened = await ask(nobody, 'GET /auth/login?return=/project/7', undefined, page)
  const { callback } = await signInAtIdentity(services, person, opened.body)
  await ask(nobody, `GET ${callback}`)
  const state = { cookies: cookiesOf(opened) }
  const signedIn = await ask(nobody, `GET ${callback}`, undefined, state)
  await ask(nobody, `GET ${callback}`, undefined, { ...state, ...page })
  const failed = await ask(nobody, 'GET /auth/login', undefined, page)
  const begun = new URL(String(failed.body.match(/href="([^"]*\/auth\/authorize[^"]*)"/)?.[1]))
  const query = new URLSearchParams({
    error: 'access_denied',
    state: String(begun.searchParams.get('amp;state') ?? begun.searchParams.get('state')),
  })
  await ask(nobody, `GET /auth/callback?${query}`, undefined, { cookies: cookiesOf(failed) })

  const { app_access_token = '', app_refresh_token = '' } = cookiesOf(signedIn)
  const origin = new URL(environment.TASKS_URL).origin
  const browser = { name: 'browser', cookies: { app_access_token, app_refresh_token } }
  await ask(browser, 'GET /users/me')
  await ask(browser, 'POST /project', { name: 'From a browser' }, { headers: { origin } })
  await ask(browser, 'POST /project', { name: 'x' }, { headers: { origin: 'https://elsewhere.example.org' } })
  await ask(browser, 'POST /project', { name: 'x' })
  await ask({ name: 'renewing browser', cookies: { app_refresh_token } }, 'GET /users/me/settings')
  await ask(browser, 'GET /auth/logout', undefined, { headers: { 'sec-fetch-site': 'cross-site' } })
  await ask(browser, 'GET /auth/logout')
  await ask(browser, 'GET /users/me')
  await ask(nobody, 'GET /auth/logout')

  const { email: login, password } = person
  await ask(nobody, 'POST /user/login', { login, password })
  await ask(nobody, 'POST /user/login', { login, password: 'wrong' })
  await ask(nobody, 'POST /user/login', { login: '' })
}
