import { endpoint, open } from '@atrium/core/contract'
import { Type } from 'typebox'

/** RFC 7591 §2: what is not listed is ignored. */
const ClientMetadata = Type.Object(
  {
    redirect_uris: Type.Optional(Type.Unknown()),
    client_name: Type.Optional(Type.Unknown()),
    grant_types: Type.Optional(Type.Unknown()),
    token_endpoint_auth_method: Type.Optional(Type.Unknown()),
    application_type: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: true },
)

export const registerClient = endpoint('registerClient', 'POST /oauth/register', {
  tag: 'OAuth',
  summary: 'Register a client',
  description:
    'Dynamic client registration (RFC 7591), if `DYNAMIC_CLIENT_REGISTRATION` is on. Clients are public, their redirect URIs use https or lead to the same machine, and they act at the MCP server of the task service only. Those that no one uses are deleted after a day. At most 20 per address and hour.',
  access: open,
  body: ClientMetadata,
  statuses: { 201: 'Registered: the body is the client, with `client_id` and without a secret' },
  hasOAuthErrors: true,
})
