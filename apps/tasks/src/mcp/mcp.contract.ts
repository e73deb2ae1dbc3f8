import { endpoint, open } from '@atrium/core/contract'
import { Type } from 'typebox'
import { sessionErrors } from '#sign-in/sign-in.contract.ts'

const KeyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'A repeat of `tools/call` within 24 hours gets the first result instead of running again',
    }),
  ),
})

export const callMcp = endpoint('callMcp', 'POST /mcp', {
  tag: 'Agents',
  summary: 'Call the MCP server',
  description:
    'The Model Context Protocol over streamable HTTP, versions 2025-03-26 to 2026-07-28: one JSON-RPC message in, one JSON answer out, no sessions. Takes tokens whose audience is this address, personal access tokens and tokens of service accounts.',
  access: open,
  noCors: true,
  security: [{ bearer: [] }],
  undeclared: { headers: KeyHeader, body: Type.Unknown({ description: 'A JSON-RPC message' }) },
  reply: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  errors: [...sessionErrors, 'foreign_origin', 'scope_required', 'rate_limited', 'identity_unavailable'],
  statuses: { 202: 'A notification was accepted', 404: 'The method does not exist' },
})

const ResourceMetadata = Type.Object({
  resource: Type.String(),
  authorization_servers: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  bearer_methods_supported: Type.Array(Type.String()),
  resource_name: Type.String(),
  resource_documentation: Type.String(),
})

const metadata = { tag: 'Agents', access: open, reply: ResourceMetadata } as const

export const getMcpMetadata = endpoint('getMcpMetadata', 'GET /.well-known/oauth-protected-resource/mcp', {
  ...metadata,
  summary: 'Get the metadata of the MCP server',
  description: 'Which authorization server issues tokens for the MCP server (RFC 9728).',
})

export const getResourceMetadata = endpoint(
  'getResourceMetadata',
  'GET /.well-known/oauth-protected-resource',
  {
    ...metadata,
    summary: 'Get the metadata of the MCP server at its other address',
    description: 'The same for clients that only look at the root of the host.',
  },
)
