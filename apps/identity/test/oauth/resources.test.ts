import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEVICE_CODE } from '#oauth/clients/client.contract.ts'
import { answerOf, authorizeUrl, formOf, obtainCode, redeem } from '../authorize-flow.ts'
import { startIdentity } from '../identity-service.ts'
import {
  as,
  asPerson,
  cookiesOf,
  createUser,
  introspect,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const tasks = 'https://tasks.example.org'
const mcp = `${tasks}/mcp`
const identity = await startIdentity({ TASKS_URL: `${tasks}/`, TASKS_CLIENT_ID: 'atrium-tasks' })
const person = await createUser(identity)
const owner = await asPerson(identity, await createUser(identity, 'owner'))
const client = await registerClient(identity, {
  scope: 'user:read tasks:read tasks:write',
  resources: [`${tasks}/`],
})
const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

function ownToken(request: Record<string, string>) {
  return tokenRequest(identity, { grant_type: 'client_credentials', ...credentials, ...request })
}

function postForm(url: string, form: Record<string, string>, cookies: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  return identity.app.inject({
    method: 'POST',
    url,
    cookies,
    headers,
    payload: String(new URLSearchParams(form)),
  })
}

async function allowDevice(user_code: string) {
  const session = { ...(await signIn(identity, person)) }
  const opened = await identity.app.inject({ url: '/auth/device', cookies: session })
  const cookies = { ...session, ...cookiesOf(opened) }
  const asked = await postForm('/auth/device', { ...formOf(opened.body), user_code }, cookies)
  const decision = { ...formOf(asked.body), user_code, decision: 'allow' }
  const decided = await postForm('/auth/device', decision, { ...cookies, ...cookiesOf(asked) })
  assert.equal(decided.statusCode, 200, decided.body)
}

test('with a resource, a token is for that service and has only its scopes', async () => {
  for (const resource of [tasks, `${tasks}/`]) {
    const { access_token, scope } = (await ownToken({ resource })).json()
    assert.equal(scope, 'tasks:read tasks:write')
    const { aud, scopes, client_id } = claimsOf(access_token)
    assert.deepEqual([aud, scopes, client_id], [tasks, ['tasks:read', 'tasks:write'], client.clientId])
    const { active, aud: audience } = await introspect(identity, access_token)
    assert.deepEqual([active, audience], [true, tasks])
  }
  const mixed = (await ownToken({ resource: tasks, scope: 'user:read tasks:read' })).json()
  assert.deepEqual([mixed.scope, claimsOf(mixed.access_token).scopes], ['tasks:read', ['tasks:read']])
})

test('without a resource, a token is for the client as before', async () => {
  const { access_token, scope } = (await ownToken({})).json()
  assert.equal(scope, 'user:read')
  assert.equal(claimsOf(access_token).aud, client.clientId)
  assert.equal((await as(identity, access_token)('GET', '/users')).statusCode, 200)
})

test('a token for another service is refused here', async () => {
  const form = { grant_type: 'password', username: person.email, password: person.password, ...credentials }
  const { access_token } = (await tokenRequest(identity, { ...form, resource: tasks })).json()
  const call = as(identity, access_token)
  for (const url of ['/users', `/users/${person.id}`, '/auth/available-scopes', '/admin']) {
    const response = await call('GET', url)
    assert.equal(response.statusCode, 401, url)
    assert.match(String(response.headers['www-authenticate']), /invalid_token/)
  }
  const registration = { email: 'new@example.org', surname: 'A', name: 'B', phone: '+12025550000' }
  assert.notEqual((await call('POST', '/users', registration)).statusCode, 200)
})

test('a resource that is not the client’s, or scopes without their resource, are invalid_target', async () => {
  const stranger = await registerClient(identity)
  const own = { client_id: stranger.clientId, client_secret: stranger.clientSecret ?? '' }
  const refused: Record<string, string>[] = [
    { resource: 'https://tasks.example.com' },
    { resource: 'tasks' },
    { scope: 'tasks:read' },
    { scope: 'user:read tasks:write' },
    { resource: tasks, ...own },
  ]
  for (const request of refused) {
    const response = await ownToken(request)
    assert.deepEqual([response.statusCode, response.json().error], [400, 'invalid_target'], response.body)
  }
  const wrongScope = await ownToken({ resource: tasks, scope: 'user:read' })
  assert.equal(wrongScope.json().error, 'invalid_scope')
  assert.equal((await ownToken({ resource: tasks, scope: 'tasks:manage' })).json().error, 'invalid_scope')
  const url = authorizeUrl({ client_id: client.clientId, resource: 'https://tasks.example.com' })
  assert.equal(answerOf(await identity.app.inject(url)).error, 'invalid_target')
})

test('a code and its refreshed tokens stay with the resource that was authorized', async () => {
  const request = { client_id: client.clientId, resource: tasks, scope: 'user:read tasks:read' }
  const other = await obtainCode(identity, person, request)
  const differing = await redeem(identity, client, {
    code: other.code,
    resource: 'https://other.example.org',
  })
  assert.equal(differing.json().error, 'invalid_target')

  const { code } = await obtainCode(identity, person, request)
  const tokens = (await redeem(identity, client, { code, resource: tasks })).json()
  assert.equal(claimsOf(tokens.access_token).aud, tasks)
  const refresh = (more: Record<string, string>) =>
    tokenRequest(identity, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      ...credentials,
      ...more,
    })
  assert.equal((await refresh({ resource: 'https://other.example.org' })).json().error, 'invalid_target')
  const refreshed = (await refresh({})).json()
  const { aud, scopes, sub } = claimsOf(refreshed.access_token)
  assert.deepEqual([aud, scopes, sub], [tasks, ['tasks:read'], String(person.id)])

  const plain = await obtainCode(identity, person, { client_id: client.clientId, scope: 'user:read' })
  const later = await redeem(identity, client, { code: plain.code, resource: tasks })
  assert.equal(later.json().error, 'invalid_target')
})

test('the resources of a client are checked, and losing one ends its tokens', async () => {
  const settings = { name: 'Reports', grantTypes: 'client_credentials', scope: 'tasks:read' }
  const refused = [
    [{ ...settings, resources: ['https://elsewhere.example.org'] }, 'resources', 'unknown_resource'],
    [settings, 'scope', 'resource_required'],
  ] as const
  for (const [body, field, code] of refused) {
    const { details } = (await owner('POST', '/oauth/clients', body)).json().error
    assert.deepEqual(details.codes, { [field]: [code] })
  }
  const created = await owner('POST', '/oauth/clients', { ...settings, resources: [`${tasks}/`] })
  const { id, clientId, clientSecret, resources } = created.json().item
  assert.deepEqual(resources, [tasks])
  const form = { client_id: clientId, client_secret: clientSecret, resource: tasks }
  const { access_token } = (await ownToken(form)).json()
  const renamed = await owner('PUT', `/oauth/clients/${id}`, { name: 'Renamed' })
  assert.deepEqual(renamed.json().item.resources, [tasks])
  assert.equal((await introspect(identity, access_token)).active, true)
  await owner('PUT', `/oauth/clients/${id}`, { resources: [], scope: 'user:read' })
  assert.equal((await introspect(identity, access_token)).active, false)
  assert.equal((await ownToken(form)).json().error, 'invalid_target')
})

test('the metadata names the resources and their scopes', async () => {
  const { protected_resources, scopes_supported } = (
    await identity.app.inject('/.well-known/oauth-authorization-server')
  ).json()
  assert.deepEqual(protected_resources, [tasks, mcp])
  assert.deepEqual(scopes_supported.slice(-3), ['tasks:read', 'tasks:write', 'tasks:manage'])
})

test('the MCP server is a resource of its own, whichever way a token is requested', async () => {
  const agent = await registerClient(identity, {
    name: 'Agent',
    grantTypes: `authorization_code refresh_token client_credentials ${DEVICE_CODE}`,
    scope: 'tasks:read tasks:write',
    resources: [`${mcp}/`],
  })
  const own = { client_id: agent.clientId, client_secret: agent.clientSecret ?? '' }
  const withCredentials = await ownToken({ ...own, resource: mcp })
  const { code } = await obtainCode(identity, person, {
    client_id: agent.clientId,
    resource: mcp,
    scope: 'tasks:read',
  })
  const withCode = await redeem(identity, agent, { code, resource: mcp })
  const withRefresh = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token: withCode.json().refresh_token,
    resource: mcp,
    ...own,
  })
  for (const response of [withCredentials, withCode, withRefresh]) {
    const { access_token, scope } = response.json()
    assert.equal(claimsOf(access_token).aud, mcp, response.body)
    const { aud, client_name, scope: active } = await introspect(identity, access_token)
    assert.deepEqual([aud, client_name, active], [mcp, 'Agent', scope])
  }
  const device = (resource: string) =>
    postForm('/device_authorization', { ...own, scope: 'tasks:read', resource })
  const { device_code, user_code } = (await device(mcp)).json()
  await allowDevice(user_code)
  const withDevice = await tokenRequest(identity, { grant_type: DEVICE_CODE, device_code, ...own })
  assert.equal(claimsOf(withDevice.json().access_token).aud, mcp, withDevice.body)

  // Either resource has to be among the client's own.
  assert.equal((await device(tasks)).json().error, 'invalid_target')
  for (const refused of [
    await ownToken({ ...own, resource: tasks }),
    await ownToken({ resource: mcp }),
    await ownToken({ ...own, resource: `${mcp}/other` }),
  ]) {
    assert.equal(refused.json().error, 'invalid_target')
  }
})
