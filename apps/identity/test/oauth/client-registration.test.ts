import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanUp } from '#tokens/clean-up.ts'
import { authorizeUrl, createChallenge } from '../authorize-flow.ts'
import { advanceClock, startIdentity } from '../identity-service.ts'

const TASKS_URL = 'https://tasks.example.org'
const identity = await startIdentity({ TASKS_URL, DYNAMIC_CLIENT_REGISTRATION: 'true', TRUST_PROXY: 'true' })
const { app, deps } = identity
const agent = { client_name: 'Agent', redirect_uris: ['http://127.0.0.1:8976/callback'] }
let networks = 0

/** From an address of its own, unless one is given. */
function register(metadata: object, address?: string) {
  networks += 1
  return app.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: metadata,
    headers: { 'x-forwarded-for': address ?? `198.51.100.${networks}` },
  })
}

test('a program registers itself as a public client of the MCP server', async () => {
  const response = await register({
    ...agent,
    scope: 'system:manage',
    logo_uri: 'https://agent.example.org/logo.svg',
  })
  assert.equal(response.statusCode, 201, response.body)
  assert.equal(response.headers['cache-control'], 'no-store')
  const { client_id, client_secret, scope, token_endpoint_auth_method, grant_types } = response.json()
  assert.equal(client_secret, undefined)
  assert.deepEqual(
    [scope, token_endpoint_auth_method, grant_types],
    ['tasks:read tasks:write', 'none', ['authorization_code']],
  )
  const page = await app.inject({
    url: authorizeUrl({
      client_id,
      redirect_uri: 'http://127.0.0.1:1234/callback',
      code_challenge: createChallenge().challenge,
      code_challenge_method: 'S256',
      scope: 'tasks:read offline_access',
    }),
    headers: { accept: 'text/html' },
  })
  assert.equal(page.statusCode, 200, page.body)
  const metadata = (await app.inject('/.well-known/oauth-authorization-server')).json()
  assert.equal(metadata.registration_endpoint, 'http://localhost:4000/oauth/register')
})

test('what a public client cannot be is refused', async () => {
  const refused: [object, string][] = [
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://agent.example.org/' }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://agent.example.org/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [...agent.redirect_uris, 'agent://callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://user:secret@a.example/'] }, 'invalid_redirect_uri'],
    [{ ...agent, application_type: 'web' }, 'invalid_redirect_uri'],
    [{ ...agent, token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    [{ ...agent, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ ...agent, client_name: 'x'.repeat(2000) }, 'invalid_client_metadata'],
  ]
  for (const [metadata, error] of refused) {
    const response = await register(metadata)
    assert.deepEqual([response.statusCode, response.json().error], [400, error], response.body)
  }
})

test('an address registers at most twenty clients an hour, and those that no one uses are deleted after a day', async () => {
  const answers = []
  for (let tried = 0; tried < 21; tried += 1) answers.push(await register(agent, '203.0.113.7'))
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [...Array(20).fill(201), 429],
  )
  const count = async () =>
    (await deps.db.selectFrom('clients').where('source', '=', 'registration').select('id').execute()).length
  const realNow = deps.now
  advanceClock(deps, 23 * 3600)
  await cleanUp(deps)
  assert.ok((await count()) >= 20)
  advanceClock(deps, 2 * 3600)
  await cleanUp(deps)
  deps.now = realNow
  assert.equal(await count(), 0)
})

test('it is off unless the setting turns it on', async () => {
  const usual = await startIdentity({ TASKS_URL, RATE_LIMIT: 'off' })
  const response = await usual.app.inject({ method: 'POST', url: '/oauth/register', payload: agent })
  assert.equal(response.statusCode, 400)
  const metadata = (await usual.app.inject('/.well-known/oauth-authorization-server')).json()
  assert.equal(metadata.registration_endpoint, undefined)
})
