import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { answerOf, redeem } from '../../authorize-flow.ts'
import { startIdentity } from '../../identity-service.ts'
import { claimsOf } from '../../openid-flow.ts'
import { asOwner, comeBack, createVisitors, leaveFor } from './upstream-flow.ts'

/** Answers as GitHub does: errors with status 200, accounts by number, addresses in a list of their own. */
const github = {
  user: { id: 583_231, login: 'octocat', name: 'Mona Octocat' as string | null },
  emails: [
    { email: 'second@example.org', primary: false, verified: true, visibility: null },
    { email: 'mona@example.org', primary: true, verified: true, visibility: 'private' },
  ],
  orgs: [{ login: 'example-company', id: 1 }],
  isDown: false,
}

const server = createServer(async (request, response) => {
  const send = (body: object, status = 200) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))
  let text = ''
  for await (const chunk of request) text += chunk
  if (github.isDown) return send({ message: 'Server Error' }, 500)
  if (request.url === '/login/oauth/access_token') {
    const form = new URLSearchParams(text)
    const isRight =
      form.get('code') === 'good' && form.get('client_secret') === 'secret' && form.get('code_verifier')
    if (!isRight) return send({ error: 'bad_verification_code', error_description: 'The code is incorrect' })
    return send({ access_token: 'gho_token', scope: 'read:user,user:email', token_type: 'bearer' })
  }
  if (request.headers.authorization !== 'Bearer gho_token') return send({ message: 'Bad credentials' }, 401)
  const answers: Record<string, object> = {
    '/api/v3/user': github.user,
    '/api/v3/user/emails': github.emails,
    '/api/v3/user/orgs?per_page=100': github.orgs,
  }
  const answer = answers[request.url ?? '']
  send(answer ?? { message: 'Not Found' }, answer ? 200 : 404)
})
const port = await new Promise<number>(resolve => {
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
})
after(() => server.close())

const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1' })
const owner = await asOwner(identity)
const { application, verifier, query } = await createVisitors(identity)
await owner('POST', '/sign-in-providers', {
  slug: 'github',
  kind: 'github',
  name: 'GitHub',
  issuer: `http://127.0.0.1:${port}`,
  clientId: 'atrium',
  clientSecret: 'secret',
  trustsEmail: true,
})

test('the account is found by its number, with the primary verified address', async () => {
  const sub = await signInAtGitHub()
  const { item } = (await owner('GET', `/users/${sub}`)).json()
  assert.deepEqual([item.email, item.name, item.surname], ['mona@example.org', 'Mona', 'Octocat'])
  assert.ok(item.emailVerifiedAt)
  Object.assign(github.user, { login: 'renamed', name: null })
  assert.equal(await signInAtGitHub(), sub)
  const { items } = (await owner('GET', `/users/${sub}/identities`)).json()
  assert.deepEqual([items[0].subject, items[0].issuer], ['583231', `http://127.0.0.1:${port}`])
})

test('the request has a state, PKCE and the scopes of GitHub', async () => {
  const { url } = await leaveFor(identity, 'github', query())
  const { scope, state, code_challenge_method } = Object.fromEntries(url.searchParams)
  assert.deepEqual(
    [url.pathname, scope, code_challenge_method],
    ['/login/oauth/authorize', 'read:user user:email', 'S256'],
  )
  assert.ok(state)
})

test('an organization can be required', async () => {
  await owner('PUT', '/sign-in-providers/github', {
    scopes: 'read:user user:email read:org',
    requiredGroup: 'example-company',
  })
  assert.ok(await signInAtGitHub())
  await owner('PUT', '/sign-in-providers/github', { requiredGroup: 'another-company' })
  assert.match((await visit('good')).body, /not in the group/)
  await owner('PUT', '/sign-in-providers/github', { requiredGroup: null })
})

test('an unverified address takes over nothing', async () => {
  github.user.id += 1
  const [, primary] = github.emails
  Object.assign(primary ?? {}, { verified: false })
  const page = await visit('good')
  assert.equal(page.statusCode, 403) // the account with this address has been archived above
})

test('a wrong code, a refusal and a GitHub that is down are explained on the sign-in page', async () => {
  assert.match((await visit('stolen')).body, /could not be verified/)
  const { url, cookies } = await leaveFor(identity, 'github', query())
  const denied = new URL(url.searchParams.get('redirect_uri') ?? '')
  denied.search = String(
    new URLSearchParams({ error: 'access_denied', state: url.searchParams.get('state') ?? '' }),
  )
  assert.match((await comeBack(identity, denied, cookies)).body, /declined there/)
  github.isDown = true
  const down = await visit('good')
  assert.equal(down.statusCode, 503)
  assert.match(down.body, /GitHub doesn’t answer/)
  github.isDown = false
})

async function visit(code: string) {
  const { url, cookies } = await leaveFor(identity, 'github', query())
  const back = new URL(url.searchParams.get('redirect_uri') ?? '')
  back.search = String(new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }))
  return comeBack(identity, back, cookies)
}

async function signInAtGitHub() {
  const response = await visit('good')
  assert.equal(response.statusCode, 302, response.body)
  const { code = '' } = answerOf(response)
  const tokens = await redeem(identity, application, { code, code_verifier: verifier })
  return claimsOf(tokens.json().id_token).sub
}
