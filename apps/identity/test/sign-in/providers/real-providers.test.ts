import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import Provider from 'oidc-provider'
import { answerOf, redeem } from '../../authorize-flow.ts'
import { startIdentity, startListeningIdentity } from '../../identity-service.ts'
import { claimsOf, registerRelyingParty } from '../../openid-flow.ts'
import { createUser } from '../../people.ts'
import { asOwner, comeBack, createVisitors, leaveFor } from './upstream-flow.ts'

const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1,localhost' })
const owner = await asOwner(identity)
const { application, verifier, query } = await createVisitors(identity)

test('a second Atrium is a provider', async () => {
  const upstream = await startListeningIdentity({ RATE_LIMIT: 'off' })
  const person = await createUser(upstream)
  const callback = 'http://localhost:4000/auth/upstream/atrium/callback'
  const client = await registerRelyingParty(upstream, { redirectUris: [callback] })
  await addProvider({
    slug: 'atrium',
    issuer: upstream.url,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    groupsClaim: 'groups',
    scopes: 'openid profile email groups',
    requiredGroup: 'user',
  })
  const { url, cookies } = await leaveFor(identity, 'atrium', query())
  const browser = await signInAt(url, { username: person.email, password: person.password })
  const { sub } = await claimsFor(await comeBack(identity, browser, cookies))
  const { item } = (await owner('GET', `/users/${sub}`)).json()
  assert.equal(item.email, person.email)
  assert.equal(item.emailVerifiedAt, null)
})

test('oidc-provider is a provider', async () => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const callback = 'http://localhost:4000/auth/upstream/certified/callback'
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'atrium', client_secret: 'a secret of ours', redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, name: 'Vera Stone' }),
    }),
    features: { devInteractions: { enabled: true } },
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  after(() => server.close())
  const fields = { issuer, clientId: 'atrium', clientSecret: 'a secret of ours', trustsEmail: true }
  await addProvider({ slug: 'certified', ...fields })
  const { url, cookies } = await leaveFor(identity, 'certified', query())
  const back = await throughDevInteractions(url)
  const { sub } = await claimsFor(await comeBack(identity, back, cookies))
  const { item } = (await owner('GET', `/users/${sub}`)).json()
  assert.deepEqual([item.email, item.name, item.surname], ['vera@example.org', 'Vera', 'Stone'])
  assert.ok(item.emailVerifiedAt)
})

async function addProvider(fields: object) {
  const added = await owner('POST', '/sign-in-providers', { kind: 'oidc', name: 'Upstream', ...fields })
  assert.equal(added.statusCode, 200, added.body)
}

async function claimsFor(response: Awaited<ReturnType<typeof comeBack>>) {
  assert.equal(response.statusCode, 302, response.body)
  const { code = '' } = answerOf(response)
  const tokens = await redeem(identity, application, { code, code_verifier: verifier })
  return claimsOf(tokens.json().id_token)
}

/** A browser with its cookies, which fills in the form of a page. */
function createBrowser() {
  const cookies = new Map<string, string>()
  return async function open(url: string | URL, form?: Record<string, string>) {
    const headers = { cookie: [...cookies].map(pair => pair.join('=')).join('; '), accept: 'text/html' }
    const body = form && new URLSearchParams(form)
    const response = await fetch(url, {
      redirect: 'manual',
      headers,
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    return {
      text: await response.text(),
      target: location ? new URL(location, url) : undefined,
      status: response.status,
    }
  }
}

async function signInAt(url: URL, typed: Record<string, string>) {
  const open = createBrowser()
  const page = await open(url)
  const inputs = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const hidden = Object.fromEntries(
    inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
  const answer = await open(new URL('/auth/authorize', url), { ...hidden, ...typed })
  assert.ok(answer.target, answer.text)
  return answer.target
}

/** Signs in and consents on the pages that oidc-provider brings along for development. */
async function throughDevInteractions(start: URL) {
  const open = createBrowser()
  let { target, text } = await open(start)
  for (let step = 0; step < 12; step += 1) {
    if (target?.origin === 'http://localhost:4000') return target
    if (target) ({ target, text } = await open(target))
    else {
      const action = text.match(/<form[^>]+action="([^"]+)"/)?.[1] ?? ''
      const prompt = text.match(/name="prompt" value="([^"]+)"/)?.[1] ?? ''
      const form = { prompt, ...(prompt === 'login' && { login: 'vera', password: 'any' }) }
      ;({ target, text } = await open(new URL(action, start), form))
    }
  }
  throw new Error(`The sign-in did not end: ${text}`)
}
