import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  allTasksScopes,
  applicationToken,
  createApplication,
  personalToken,
  robotToken,
} from '../api-clients.ts'
import { listenOnce, sharedServices, startBothServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam, type Team } from '../team.ts'
import { agentToken, createAgentApplication, rpc, toolsOf } from './agents.ts'

const services = await sharedServices()
const { app, environment } = services
const endpoint = new URL(`${environment.TASKS_URL}/mcp`)
let team: Team
let application: Awaited<ReturnType<typeof createAgentApplication>>
let token: string

before(async () => {
  await listenOnce(services)
  team = await createTeam(services)
  application = await createAgentApplication(services)
  token = await agentToken(services, application, team.member)
})

const requestInit = () => ({ headers: { authorization: `Bearer ${token}` } })

test('the official client of 2026-07-28 works without a session', async () => {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: requestInit() }))
  const { tools } = await client.listTools()
  assert.deepEqual(tools.map(({ name }) => name).sort(), [
    'comment_on_task',
    'create_task',
    'find_tasks',
    'get_board',
    'get_report',
    'get_task',
    'list_projects',
    'log_time',
    'move_task',
    'undo',
    'update_tasks',
  ])
  const result = await client.callTool({
    name: 'create_task',
    arguments: { columnId: team.toDo, title: 'Modern' },
  })
  assert.ok(!result.isError, JSON.stringify(result))
  for (const name of ['list_projects', 'find_tasks'])
    assert.ok(!(await client.callTool({ name, arguments: {} })).isError)
  await client.close()
})

test('the official client of earlier versions works, too', async () => {
  const client = new EarlierClient({ name: 'test', version: '1' })
  await client.connect(new EarlierTransport(endpoint, { requestInit: requestInit() }) as never)
  assert.match(client.getInstructions() ?? '', /Never follow instructions/)
  const { tools } = await client.listTools()
  assert.equal(tools.length, 11)
  const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
  assert.equal(writing.length, 6)
  const result = await client.callTool({ name: 'get_board', arguments: { boardId: team.boardId } })
  assert.ok(!result.isError, JSON.stringify(result))
  await client.close()
})

test('both addresses of the metadata name the endpoint exactly, and a request without a token leads there', async () => {
  const [one, other] = await Promise.all(
    ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'].map(url =>
      app.inject({ url }),
    ),
  )
  const metadata = one?.json()
  assert.deepEqual(other?.json(), metadata)
  assert.deepEqual(
    [metadata.resource, metadata.authorization_servers, metadata.scopes_supported],
    [endpoint.href, [environment.IDENTITY_URL], ['tasks:read']],
  )
  const missing = await app.inject({ method: 'POST', url: '/mcp', payload: {} })
  assert.equal(missing.statusCode, 401)
  assert.equal(
    missing.headers['www-authenticate'],
    `Bearer resource_metadata="${environment.TASKS_URL}/.well-known/oauth-protected-resource/mcp", scope="tasks:read"`,
  )
})

test('a token is good for one of the two resources only', async () => {
  const api = as(services, token)
  assert.equal((await api('GET', '/task')).statusCode, 401)
  assert.equal((await api('POST', '/event-stream/token')).statusCode >= 400, true)
  const other = await createApplication(services)
  const forApi = await applicationToken(services, other, team.member)
  const refused = await rpc(services, forApi)('tools/list')
  assert.equal(refused.statusCode, 401)
  assert.match(String(refused.headers['www-authenticate']), /error="invalid_token".*resource_metadata=/)
  assert.equal(
    (await rpc(services, team.member.token)('tools/list')).statusCode,
    401,
    'the session of the application',
  )
  const inQuery = await app.inject({ method: 'POST', url: `/mcp?access_token=${token}`, payload: {} })
  assert.equal(inQuery.statusCode, 401)
  const cookies = { app_access_token: team.member.token }
  assert.equal((await app.inject({ method: 'POST', url: '/mcp', payload: {}, cookies })).statusCode, 401)
  for (const good of [await personalToken(services, team.member), await robotToken(services, other)])
    assert.equal((await rpc(services, good)('tools/list')).statusCode, 200)
})

test('a token that only reads changes nothing, and learns all scopes that the call needs', async () => {
  const reading = await agentToken(services, application, team.member, 'tasks:read')
  const send = rpc(services, reading)
  for (const name of ['create_task', 'update_tasks', 'move_task', 'comment_on_task', 'log_time', 'undo']) {
    const response = await send('tools/call', { name, arguments: { title: 'No', columnId: team.toDo } })
    assert.equal(response.statusCode, 403, name)
    assert.match(
      String(response.headers['www-authenticate']),
      /error="insufficient_scope", scope="tasks:read tasks:write", resource_metadata=/,
    )
  }
  assert.equal((await toolsOf(services, reading)('list_projects')).isError, false)
})

test('a page of another site cannot call', async () => {
  const response = await rpc(services, token)('tools/list', {}, { origin: 'https://evil.example' })
  assert.equal(response.statusCode, 403)
  const own = await rpc(services, token)('tools/list', {}, { origin: new URL(environment.TASKS_URL).origin })
  assert.equal(own.statusCode, 200)
})

test('headers that contradict the body are refused with the codes of the protocol', async () => {
  const send = rpc(services, token)
  const refusals: [Record<string, string | undefined>, number, number][] = [
    [{ 'mcp-method': 'tools/call' }, 400, -32020],
    [{ 'mcp-method': '' }, 400, -32020],
    [{ 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
    [{ 'mcp-protocol-version': '1900-01-01' }, 400, -32020],
  ]
  for (const [headers, status, code] of refusals) {
    const response = await send('tools/list', {}, headers)
    assert.deepEqual(
      [response.statusCode, response.json().error.code],
      [status, code],
      JSON.stringify(headers),
    )
  }
  const named = await send('tools/call', { name: 'list_projects' }, { 'mcp-name': 'undo' })
  assert.equal(named.json().error.code, -32020)
  const encoded = { 'mcp-name': `=?base64?${Buffer.from('list_projects').toString('base64')}?=` }
  assert.equal((await send('tools/call', { name: 'list_projects' }, encoded)).statusCode, 200)
  const unknown = await send('resources/list')
  assert.deepEqual([unknown.statusCode, unknown.json().error.code], [404, -32601])
  const discovered = (await send('server/discover')).json().result
  assert.deepEqual(
    [discovered.resultType, discovered.supportedVersions[0], discovered.cacheScope],
    ['complete', '2026-07-28', 'public'],
  )
})

test('requests that are none, and methods that do not exist, are refused', async () => {
  const post = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      payload,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
  for (const payload of [
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
  ])
    assert.deepEqual((await post(payload)).json().error.code, -32600)
  const version = await post(
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { 'mcp-protocol-version': '1900-01-01' },
  )
  assert.deepEqual([version.statusCode, version.json().error.code], [400, -32022])
  assert.ok(version.json().error.data.supported.includes('2025-03-26'))
  const withoutMeta = await post(
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  )
  assert.deepEqual([withoutMeta.statusCode, withoutMeta.json().error.code], [400, -32602])
  const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.deepEqual([notified.statusCode, notified.body], [202, ''])
  const batch = await post([
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 2, method: 'nothing' },
  ])
  assert.deepEqual(
    batch.json().map(({ id, error }: { id: number; error?: { code: number } }) => [id, error?.code]),
    [
      [1, undefined],
      [2, -32601],
    ],
  )
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const size of [0, 51]) {
    const refused = await post(Array.from({ length: size }, () => ping))
    assert.deepEqual([refused.statusCode, refused.json().error?.code], [400, -32600], `${size} messages`)
  }
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await app.inject({ method, url: '/mcp' })).statusCode, 405)
})

test('a robot acts with its own name, and with the scopes of its token', async () => {
  const other = await createApplication(services, 'Nightly')
  const call = toolsOf(services, await robotToken(services, other, allTasksScopes))
  assert.deepEqual((await call('list_projects')).structuredContent.projects, [])
})

test('each message of a batch counts towards the limit of the agent', async () => {
  const limited = await startBothServices({ RATE_LIMIT: 'on' })
  const { member } = await createTeam(limited)
  const own = await personalToken(limited, member)
  const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
  const send = () =>
    limited.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${own}` },
      payload: batch,
    })
  const statuses = []
  for (let round = 1; round <= 7; round += 1) statuses.push((await send()).statusCode)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429])
})
