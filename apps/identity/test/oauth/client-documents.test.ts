import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDocumentServer } from '@atrium/testing/document-server'
import { longTest } from '@atrium/testing/long-test'
import { DEVICE_CODE } from '#oauth/clients/client.contract.ts'
import { cleanUp } from '#tokens/clean-up.ts'
import { answerConsent, answerOf, authorizeUrl, createChallenge, formOf, redeem } from '../authorize-flow.ts'
import { advanceClock, startIdentity } from '../identity-service.ts'
import { asPerson, cookiesOf, createUser, introspect, type Person, signIn, tokenRequest } from '../people.ts'

const TASKS_URL = 'https://tasks.example.org'
const site = await startDocumentServer()
const settings = { RATE_LIMIT: 'off', OUTBOUND_ALLOW: 'localhost', TASKS_URL }
const identity = await startIdentity(settings)
const { app, deps } = identity
const owner = await asPerson(identity, await createUser(identity, 'owner'))
const listed = (await owner('POST', '/client-metadata-hosts', { host: 'Localhost' })).json().item

/** The request of an agent on the user's machine. */
function authorize(
  clientId: string,
  parameters: Record<string, string> = {},
  cookies: Record<string, string> = {},
) {
  const url = authorizeUrl({
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1:53682/callback',
    code_challenge: createChallenge().challenge,
    code_challenge_method: 'S256',
    scope: 'tasks:read',
    resource: `${TASKS_URL}/mcp`,
    ...parameters,
  })
  return app.inject({ url, cookies, headers: { accept: 'text/html' } })
}

async function refusalOf(clientId: string) {
  const response = await authorize(clientId)
  return [response.statusCode, /<h1>([^<]+)<\/h1>|<p[^>]*>([^<]+)/.test(response.body) ? response.body : '']
}

async function assertRefused(clientId: string, sentence: RegExp) {
  const [status, body] = await refusalOf(clientId)
  assert.equal(status, 400, String(body))
  assert.match(String(body), sentence)
}

/** Signs in, allows, and returns the tokens. */
async function connect(person: Person, clientId: string, parameters: Record<string, string> = {}) {
  const { verifier, challenge } = createChallenge()
  const session = { ...(await signIn(identity, person)) } as Record<string, string>
  const page = await authorize(clientId, { code_challenge: challenge, ...parameters }, session)
  const isAsked = page.statusCode === 200
  const cookies = { ...session, ...cookiesOf(page) }
  const answer = isAsked ? await answerConsent(identity, formOf(page.body), cookies, 'allow') : page
  const { code = '' } = answerOf(answer)
  const redirect_uri = parameters.redirect_uri ?? 'http://127.0.0.1:53682/callback'
  const form = { code, code_verifier: verifier, redirect_uri }
  return { isAsked, page, form, redeemed: () => redeem(identity, { clientId, clientSecret: null }, form) }
}

test('an agent that nobody has set up gets tokens for the MCP server, and for nothing else', async () => {
  const clientId = site.publish('/agent.json')
  const person = await createUser(identity)
  const { page, form, redeemed } = await connect(person, clientId, {
    scope: 'openid offline_access tasks:read system:manage tasks:manage',
  })
  assert.match(page.body, new RegExp(`<strong>${site.host}</strong>`))
  assert.match(page.body, /It calls itself “Helpful agent”/)
  assert.match(page.body, /<strong>127\.0\.0\.1:53682<\/strong>/)
  assert.match(page.body, /It runs on this device/)
  const otherPort = { ...form, redirect_uri: 'http://127.0.0.1:53683/callback' }
  assert.equal(
    (await redeem(identity, { clientId, clientSecret: null }, otherPort)).json().error,
    'invalid_grant',
  )
  const tokens = (await redeemed()).json()
  assert.equal(tokens.scope, 'tasks:read')
  const { aud, client_name, sub } = await introspect(identity, tokens.access_token)
  assert.deepEqual(
    [aud, client_name, sub],
    [`${TASKS_URL}/mcp`, `Helpful agent (${site.host})`, String(person.id)],
  )
  const refresh = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_id: clientId,
    scope: 'tasks:read offline_access',
  })
  assert.equal(refresh.statusCode, 200, refresh.body)
  const revocation = await app.inject({
    method: 'POST',
    url: '/token/revoke',
    payload: { token: refresh.json().refresh_token, client_id: clientId },
  })
  assert.equal(revocation.statusCode, 200)
  assert.equal((await introspect(identity, refresh.json().access_token)).active, false)
})

longTest(
  'a document is read once while it counts, and consent is remembered until its addresses change',
  async () => {
    const clientId = site.publish('/cached.json', {}, { cacheControl: 'public, max-age=600' })
    const person = await createUser(identity)
    assert.equal((await connect(person, clientId)).isAsked, true)
    assert.equal((await connect(person, clientId)).isAsked, false)
    const reads = () => site.heard.filter(path => path === '/cached.json').length
    assert.equal(reads(), 1)
    const realNow = deps.now
    try {
      advanceClock(deps, 601)
      assert.equal((await connect(person, clientId)).isAsked, false)
      assert.equal(reads(), 2)
      site.publish('/cached.json', {
        redirect_uris: ['http://127.0.0.1/callback', 'https://elsewhere.example.org/'],
      })
      advanceClock(deps, 601)
      assert.equal((await connect(person, clientId)).isAsked, true)
    } finally {
      deps.now = realNow
    }
  },
)

test('only addresses of the document get codes; ports of this machine are free', async () => {
  const clientId = site.publish('/addresses.json', {
    redirect_uris: [
      'http://localhost:1/cb',
      'http://[::1]/cb',
      'https://agent.example.org/cb',
      'cursor://agent/cb',
    ],
  })
  const statusFor = async (redirect_uri: string) => (await authorize(clientId, { redirect_uri })).statusCode
  for (const redirect of ['http://localhost:4567/cb', 'http://[::1]:9/cb', 'https://agent.example.org/cb']) {
    assert.equal(await statusFor(redirect), 200, redirect)
  }
  for (const redirect of [
    'http://127.0.0.1:4567/cb',
    'http://localhost:4567/other',
    'https://agent.example.org:444/cb',
    'https://agent.example.org/cb?x=1',
    'cursor://agent/cb',
    'http://localhost.evil.example/cb',
  ]) {
    assert.equal(await statusFor(redirect), 400, redirect)
  }
})

test('what is no usable document is refused with the reason, and asked for again', async () => {
  const broken: [string, Record<string, unknown>, object, RegExp][] = [
    ['/other-id', { client_id: 'https://localhost/else' }, {}, /client_id is missing or not allowed/],
    ['/no-name', { client_name: undefined }, {}, /client_name is missing/],
    ['/invisible-name', { client_name: '\u200b\u202e' }, {}, /client_name is missing/],
    ['/no-redirect', { redirect_uris: [] }, {}, /redirect_uris is missing/],
    ['/plain-http', { redirect_uris: ['http://agent.example.org/cb'] }, {}, /redirect_uris is missing/],
    ['/script', { redirect_uris: ['javascript:alert(1)'] }, {}, /redirect_uris is missing/],
    [
      '/web',
      { application_type: 'web', redirect_uris: ['http://127.0.0.1/cb'] },
      {},
      /redirect_uris is missing/,
    ],
    ['/secret', { client_secret: 'x' }, {}, /client_secret is missing or not allowed/],
    ['/basic', { token_endpoint_auth_method: 'client_secret_basic' }, {}, /token_endpoint_auth_method/],
    ['/own-behalf', { grant_types: ['client_credentials'] }, {}, /grant_types is missing/],
    ['/text', {}, { type: 'text/html' }, /Content-Type is missing or not allowed/],
    ['/cut', { padding: 'x'.repeat(6000) }, {}, /size is missing or not allowed/],
    ['/array', {}, { body: [] }, /JSON is missing/],
    ['/broken', {}, { body: '{"client_id":' }, /JSON is missing/],
    ['/moved', {}, { status: 302, location: site.addressOf('/agent.json') }, /can’t be read now/],
    ['/down', {}, { status: 500 }, /can’t be read now/],
  ]
  for (const [path, fields, answer, sentence] of broken) {
    const clientId = site.publish(path, fields, answer)
    await assertRefused(clientId, sentence)
  }
  site.publish('/down')
  const realNow = deps.now
  advanceClock(deps, 61) // so many documents of one host in a minute are enough
  assert.equal((await authorize(site.addressOf('/down'))).statusCode, 200)
  deps.now = realNow
})

test('an address that could mean several documents, or none, is never fetched', async () => {
  const heard = site.heard.length
  for (const clientId of [
    `http://${site.host}/agent.json`,
    `https://${site.host}/`,
    `https://${site.host}`,
    `https://${site.host}/a/../agent.json`,
    `https://${site.host}/%2e/agent.json`,
    `https://${site.host}/agent.json#`,
    `https://user@${site.host}/agent.json`,
    `https://LOCALHOST:${site.port}/agent.json`,
    `https://${site.host}/${'x'.repeat(500)}`,
  ]) {
    await assertRefused(clientId, /is not the address of a document/)
  }
  const asked = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    client_id: site.publish('/never.json'),
  })
  assert.equal(asked.json().error, 'invalid_client')
  assert.equal(site.heard.length, heard)
})

test('a host that is not listed is not asked, and removing one ends its tokens', async () => {
  const { heard } = site
  const before = heard.length
  await assertRefused(
    'https://agents.example.net/agent.json',
    /Applications from agents\.example\.net can connect only after/,
  )
  assert.equal(heard.length, before)

  assert.equal(
    (await owner('POST', '/client-metadata-hosts', { host: 'localhost' })).json().error.details.reason,
    'metadata_host_taken',
  )
  for (const host of ['https://agents.example.org/', '*.example.org', 'a b', '']) {
    assert.equal((await owner('POST', '/client-metadata-hosts', { host })).statusCode, 422, host)
  }
  const clientId = site.publish('/removed.json')
  const person = await createUser(identity)
  const tokens = (await (await connect(person, clientId)).redeemed()).json()
  assert.equal((await owner('DELETE', `/client-metadata-hosts/${listed.id}`)).statusCode, 200)
  assert.equal((await owner('DELETE', `/client-metadata-hosts/${listed.id}`)).statusCode, 404)
  assert.equal((await introspect(identity, tokens.access_token)).active, false)
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId }
  assert.equal((await tokenRequest(identity, refresh)).json().error, 'invalid_client')
  const added = (await owner('POST', '/client-metadata-hosts', { host: site.host })).json().item
  assert.deepEqual([added.host, added.bundled], [site.host, []])
  assert.equal((await tokenRequest(identity, refresh)).json().error, 'invalid_grant')
})

test('well-known agents connect without internet access', async () => {
  const { items } = (await owner('GET', '/client-metadata-hosts?limit=100')).json()
  const claude = items.find(({ host }: { host: string }) => host === 'claude.ai')
  assert.deepEqual(
    claude.bundled.map(({ name }: { name: string }) => name),
    ['Claude', 'Claude Code'],
  )
  const offline = { ...deps.outbound, send: async () => Promise.reject(new Error('no internet here')) }
  const { outbound } = deps
  deps.outbound = offline
  try {
    const clientId = 'https://claude.ai/oauth/claude-code-client-metadata'
    const person = await createUser(identity)
    const redirect_uri = 'http://localhost:61000/callback'
    const { page, redeemed } = await connect(person, clientId, { redirect_uri })
    assert.match(page.body, /<strong>claude\.ai<\/strong>/)
    assert.equal((await redeemed()).statusCode, 200)
    await assertRefused('https://claude.ai/unknown', /can’t be read now/)
  } finally {
    deps.outbound = outbound
  }
})

test('a stored document serves while its host does not answer, but not once it is gone', async () => {
  const clientId = site.publish('/outage.json')
  assert.equal((await authorize(clientId)).statusCode, 200)
  const realNow = deps.now
  try {
    advanceClock(deps, 400)
    site.published.set('/outage.json', { status: 503 })
    assert.equal((await authorize(clientId)).statusCode, 200)
    advanceClock(deps, 400)
    site.published.delete('/outage.json')
    await assertRefused(clientId, /can’t be read now/)
  } finally {
    deps.now = realNow
  }
})

test('a device identifies itself with a document, too', async () => {
  const clientId = site.publish('/device.json', { grant_types: [DEVICE_CODE] })
  const start = (client_id: string) =>
    app.inject({
      method: 'POST',
      url: '/device_authorization',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ client_id, scope: 'tasks:read' })),
    })
  const started = (await start(clientId)).json()
  const session = { ...(await signIn(identity, await createUser(identity))) } as Record<string, string>
  const page = await app.inject({ url: `/auth/device?user_code=${started.user_code}`, cookies: session })
  assert.equal(page.statusCode, 200)
  const refused = await start('https://agents.example.net/agent.json')
  assert.deepEqual([refused.statusCode, refused.json().error], [401, 'invalid_client'])
  assert.match(refused.json().error_description, /agents\.example\.net/)
})

test('such a client is never trusted or edited, can be disabled, and is removed when no one uses it', async () => {
  const clientId = site.publish('/managed.json')
  await authorize(clientId)
  const find = async () =>
    (await owner('GET', `/oauth/clients?search=${encodeURIComponent('/managed.json')}`)).json().items[0]
  const { id, source, isTrusted, resources } = await find()
  assert.deepEqual([source, isTrusted, resources], ['document', false, [`${TASKS_URL}/mcp`]])
  const change = await owner('PUT', `/oauth/clients/${id}`, { scope: 'tasks:manage' })
  assert.equal(change.json().error.details.reason, 'client_describes_itself')
  await owner('POST', `/oauth/clients/${id}/disable`)
  assert.equal((await authorize(clientId)).statusCode, 400)
  const realNow = deps.now
  advanceClock(deps, 2 * 86_400)
  await cleanUp(deps)
  deps.now = realNow
  assert.equal(await find(), undefined)
})

longTest('the setting turns documents off, or on for every host', async () => {
  const metadata = async (service: { app: typeof app }) =>
    (await service.app.inject('/.well-known/oauth-authorization-server')).json()
  const known = await metadata(identity)
  assert.equal(known.client_id_metadata_document_supported, true)
  assert.ok(known.token_endpoint_auth_methods_supported.includes('none'))
  const off = await startIdentity({ ...settings, CLIENT_METADATA_DOCUMENTS: 'off' })
  assert.equal((await metadata(off)).client_id_metadata_document_supported, false)
  const url = authorizeUrl({
    client_id: site.publish('/policy.json'),
    redirect_uri: 'http://127.0.0.1:1/callback',
  })
  assert.equal((await off.app.inject(url)).statusCode, 400)
  const any = await startIdentity({ ...settings, CLIENT_METADATA_DOCUMENTS: 'any' })
  const open = await any.app.inject({
    url: `${url}&code_challenge=${createChallenge().challenge}&code_challenge_method=S256&scope=tasks:read`,
    headers: { accept: 'text/html' },
  })
  assert.equal(open.statusCode, 200, open.body)
})
