import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import express, { type Express } from 'express'
import expressOpenId from 'express-openid-connect'
import session from 'express-session'
import passport from 'passport'
import OpenIdStrategy from 'passport-openidconnect'
import { formOf } from '../authorize-flow.ts'
import { startListeningIdentity } from '../identity-service.ts'
import { registerRelyingParty } from '../openid-flow.ts'
import { createConfirmedUser } from '../people.ts'

const identity = await startListeningIdentity()
const { url: issuer } = identity
const person = await createConfirmedUser(identity)

/** An Express application at an address of its own, registered as a client. */
async function startApplication(configure: (app: Express, client: Client) => void) {
  const app = express()
  const server = app.listen(0, 'localhost')
  await new Promise(resolve => server.once('listening', resolve))
  after(() => server.close())
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const { clientId, clientSecret } = await registerRelyingParty(identity, {
    redirectUris: [`${url}/callback`],
    postLogoutRedirectUris: [url],
  })
  configure(app, { url, clientId, clientSecret: clientSecret ?? '' })
  return url
}

interface Client {
  url: string
  clientId: string
  clientSecret: string
}

/** Follows redirects with cookies and signs in where it is asked to. */
function openBrowser() {
  const cookies = new Map<string, Map<string, string>>()

  async function visit(url: string, form?: Record<string, string>): Promise<Response> {
    const { origin } = new URL(url)
    const own = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, own)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...own].map(each => each.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
      if (/; *(max-age=0|expires=thu, 01 jan 1970)/i.test(cookie)) own.delete(name)
      else own.set(name, value)
    }
    const location = response.headers.get('location')
    return location ? visit(new URL(location, url).href) : response
  }

  async function signIn(url: string) {
    const page = await visit(url)
    const form = formOf(await page.text())
    const { email: username, password } = person
    return visit(`${issuer}/auth/authorize`, { ...form, username, password })
  }

  return { visit, signIn }
}

test('express-openid-connect: sign-in, userinfo, refresh and sign-out', async () => {
  const url = await startApplication((app, { url, clientId, clientSecret }) => {
    app.use(
      expressOpenId.auth({
        issuerBaseURL: issuer,
        baseURL: url,
        clientID: clientId,
        clientSecret,
        secret: 'a secret of the application that is long enough',
        idpLogout: true,
        authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
      }),
    )
    app.get('/', async ({ oidc }, response) => {
      const refreshed = await oidc.accessToken?.refresh()
      const { email } = await oidc.fetchUserInfo()
      response.json({ sub: oidc.user?.sub, email, isRefreshed: Boolean(refreshed?.access_token) })
    })
  })
  const browser = openBrowser()
  const answer = await browser.signIn(`${url}/`)
  assert.deepEqual(await answer.json(), { sub: String(person.id), email: person.email, isRefreshed: true })
  const signedOut = await browser.visit(`${url}/logout`)
  assert.match(await signedOut.text(), /name="password"/) // the application asks for a new sign-in
})

test('passport-openidconnect: sign-in with a verified profile', async () => {
  const url = await startApplication((app, { url, clientId, clientSecret }) => {
    const strategy = new OpenIdStrategy(
      {
        issuer,
        authorizationURL: `${issuer}/auth/authorize`,
        tokenURL: `${issuer}/token`,
        userInfoURL: `${issuer}/userinfo`,
        clientID: clientId,
        clientSecret,
        callbackURL: `${url}/callback`,
        scope: ['profile', 'email'],
        skipUserProfile: false,
      },
      (_issuer: string, profile: object, done: (error: null, user: object) => void) => done(null, profile),
    )
    app.use(session({ secret: 'a secret of the application', resave: false, saveUninitialized: true }))
    app.get('/', passport.authenticate(strategy, { session: false }))
    app.get('/callback', passport.authenticate(strategy, { session: false }), ({ user }, response) => {
      response.json(user)
    })
  })
  const answer = await openBrowser().signIn(`${url}/`)
  const profile = (await answer.json()) as { id: string; emails: { value: string }[] }
  assert.deepEqual([profile.id, profile.emails[0]?.value], [String(person.id), person.email])
})
