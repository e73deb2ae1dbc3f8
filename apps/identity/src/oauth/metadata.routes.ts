import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import { allScopes } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { grantTypes } from './client.contract.ts'

const Address = Type.String()
const Names = Type.Array(Type.String())

/** RFC 8414, listing exactly what works. */
const Metadata = Type.Object({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  introspection_endpoint: Address,
  revocation_endpoint: Address,
  jwks_uri: Address,
  service_documentation: Address,
  scopes_supported: Names,
  response_types_supported: Names,
  response_modes_supported: Names,
  grant_types_supported: Names,
  token_endpoint_auth_methods_supported: Names,
  introspection_endpoint_auth_methods_supported: Names,
  revocation_endpoint_auth_methods_supported: Names,
  code_challenge_methods_supported: Names,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  ui_locales_supported: Names,
})

export function metadataRoutes(app: App, { settings }: Deps) {
  const issuer = settings.IDENTITY_URL
  const authMethods = ['client_secret_basic', 'client_secret_post', 'none']
  app.get(
    '/.well-known/oauth-authorization-server',
    {
      config: { access: open },
      schema: {
        tags: ['OAuth'],
        summary: 'Get the server metadata',
        description: 'OAuth 2.0 authorization server metadata (RFC 8414). Cacheable for five minutes.',
        response: { 200: Metadata },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth/authorize`,
        token_endpoint: `${issuer}/token`,
        introspection_endpoint: `${issuer}/token/introspect`,
        revocation_endpoint: `${issuer}/token/revoke`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        service_documentation: `${issuer}/docs`,
        scopes_supported: allScopes,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: [...grantTypes],
        token_endpoint_auth_methods_supported: authMethods,
        introspection_endpoint_auth_methods_supported: authMethods,
        revocation_endpoint_auth_methods_supported: authMethods,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ui_locales_supported: ['en', 'ru'],
      }
    },
  )
}
