import assert from 'node:assert/strict'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { allTasksScopes } from '../api-clients.ts'
import type { BothServices } from '../both-services.ts'
import type { Person } from '../people.ts'

/** An application that gets tokens for the MCP server only. */
export async function createAgentApplication(
  { identityDeps, environment }: BothServices,
  name = 'Claude Code',
) {
  const { clientId, clientSecret } = await createClient(identityDeps, {
    name,
    grantTypes: 'password client_credentials refresh_token',
    scope: allTasksScopes,
    redirectUris: [],
    resources: [`${environment.TASKS_URL}/mcp`],
    isPublic: false,
  })
  return { client_id: clientId, client_secret: clientSecret ?? '' }
}

type Application = Awaited<ReturnType<typeof createAgentApplication>>

/** A token of the identity service that the user has given to the application. */
export async function agentToken(
  { identity, environment }: BothServices,
  application: Application,
  { email, password }: Pick<Person, 'email' | 'password'>,
  scope = 'tasks:read tasks:write',
) {
  const payload = {
    grant_type: 'password',
    username: email,
    password,
    scope,
    resource: `${environment.TASKS_URL}/mcp`,
    ...application,
  }
  const response = await identity.inject({ method: 'POST', url: '/token', payload })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().access_token as string
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request as clients of 2026-07-28 send it. */
export function rpc({ app }: Pick<BothServices, 'app'>, token: string) {
  return (
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string | undefined> = {},
  ) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...headers,
      },
      payload: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    })
}

export interface ToolResult {
  content: [{ type: 'text'; text: string }]
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  structuredContent: any
  isError: boolean
}

/** Calls tools; each call returns its result. */
export function toolsOf(services: Pick<BothServices, 'app'>, token: string) {
  const send = rpc(services, token)
  return async (name: string, input: object = {}, headers?: Record<string, string>): Promise<ToolResult> => {
    const response = await send('tools/call', { name, arguments: input }, headers)
    assert.equal(response.statusCode, 200, response.body)
    const { result, error } = response.json()
    assert.equal(error, undefined, response.body)
    return result
  }
}
