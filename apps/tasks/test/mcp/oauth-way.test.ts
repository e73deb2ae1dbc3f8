import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createBrowser, hiddenFields } from '@atrium/testing/browser'
import { startDocumentServer } from '@atrium/testing/document-server'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { startBothServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await startBothServices({
  RATE_LIMIT: 'off',
  OUTBOUND_ALLOW: 'localhost',
  CLIENT_METADATA_DOCUMENTS: 'any',
})
const { app, environment } = services
const endpoint = new URL(`${environment.TASKS_URL}/mcp`)
await app.listen({ host: 'localhost', port: Number(endpoint.port) })
const team = await createTeam(services)
const site = await startDocumentServer()

test('the official client goes the whole way, from its address alone to a change that is named after it', async () => {
  const agent = await openAgent(site.publish('/agent.json', { redirect_uris: ['http://localhost/callback'] }))
  const asked = connect(agent)
  await assert.rejects(asked.client.connect(asked.transport), UnauthorizedError)
  const authorize = new URL(agent.asked[0] ?? '')
  assert.equal(authorize.origin, environment.IDENTITY_URL)
  assert.equal(authorize.searchParams.get('client_id'), site.addressOf('/agent.json'))
  assert.equal(authorize.searchParams.get('resource'), endpoint.href)
  assert.equal(authorize.searchParams.get('scope'), 'tasks:read')
  await asked.transport.finishAuth(await allow(agent, authorize.href))

  const { client, transport } = connect(agent)
  await client.connect(transport)
  const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: {} })
  const { projects } = structuredContent as { projects: { id: number }[] }
  assert.ok(projects.some(({ id }) => id === team.project.id))

  const write = { name: 'create_task', arguments: { columnId: team.toDo, title: 'Through OAuth' } }
  await assert.rejects(client.callTool(write), UnauthorizedError, 'more scopes are asked for')
  const more = new URL(agent.asked[1] ?? '')
  assert.equal(more.searchParams.get('scope'), 'tasks:read tasks:write')
  await transport.finishAuth(await allow(agent, more.href))
  assert.ok(!(await client.callTool(write)).isError)
  const { items } = (await team.member.call('GET', `/project/${team.project.id}/activity?limit=1`)).json()
  assert.deepEqual([items[0].type, items[0].application], ['task.created', `Helpful agent (${site.host})`])
  await client.close()
})

interface Agent {
  provider: OAuthClientProvider
  /** The addresses that the user was sent to. */
  asked: string[]
  browser: ReturnType<typeof createBrowser>
  /** The answers that arrived at the redirect address. */
  answers: URLSearchParams[]
}

/** A program on the user's machine, with a browser, that waits for its answer at a port of its own. */
async function openAgent(clientMetadataUrl: string): Promise<Agent> {
  const answers: URLSearchParams[] = []
  const server = createServer((request, response) => {
    answers.push(new URL(request.url ?? '', 'http://localhost').searchParams)
    response.end('You can close this window.')
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  after(() => server.close())
  const redirectUrl = `http://localhost:${(server.address() as AddressInfo).port}/callback`
  const asked: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: the provider stores what the client gives it
  const stored: Record<string, any> = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadataUrl,
    clientMetadata: {
      client_name: 'Helpful agent',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    },
    state: () => randomUUID(),
    clientInformation: () => stored.client,
    saveClientInformation: client => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: tokens => {
      stored.tokens = tokens
    },
    codeVerifier: () => stored.verifier,
    saveCodeVerifier: verifier => {
      stored.verifier = verifier
    },
    redirectToAuthorization: url => void asked.push(url.href),
  }
  return { provider, asked, browser: createBrowser(), answers }
}

function connect({ provider }: Agent) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  return { client, transport: new StreamableHTTPClientTransport(endpoint, { authProvider: provider }) }
}

/** Signs in where the agent has led, allows it, and returns what arrives at its redirect address. */
async function allow({ browser, answers }: Agent, address: string) {
  const before = answers.length
  let page = await browser.open(address)
  if (page.includes('type="password"')) {
    const { email, password } = team.member
    const form = { ...hiddenFields(page), username: email, password }
    page = await browser.open(`${environment.IDENTITY_URL}/auth/authorize`, form)
  }
  assert.match(page, /Helpful agent/, String(answers.at(-1)))
  if (answers.length === before) {
    const form = { ...hiddenFields(page), decision: 'allow' }
    await browser.open(`${environment.IDENTITY_URL}/auth/consent`, form)
  }
  assert.equal(answers.length, before + 1)
  return answers[before] as URLSearchParams
}
