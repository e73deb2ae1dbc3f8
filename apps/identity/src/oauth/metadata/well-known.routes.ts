import type { KeyObject } from 'node:crypto'
import { offeredLanguages } from '@atrium/core/languages'
import { allScopes, openIdScopes, tasksScopes } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { protectedResources } from '#settings.ts'
import { PUBLISHED_AHEAD_SECONDS } from '#tokens/signing-key.contract.ts'
import { registerClient } from '../client-registration/client-registration.contract.ts'
import { grantTypes } from '../clients/client.contract.ts'
import { acrValues } from '../openid/id-token.ts'
import { prompts } from '../openid/openid-request.ts'
import { userClaims } from '../openid/user-claims.ts'
import { getOpenIdConfiguration, getPublicKeys, getServerMetadata, type Jwk } from './well-known.contract.ts'

export function wellKnownRoutes(route: Route, { settings, keyRing }: Deps) {
  const issuer = settings.IDENTITY_URL
  const resources = protectedResources(settings)
  const isOpenToDocuments = settings.CLIENT_METADATA_DOCUMENTS !== 'off' && resources.length > 0
  const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

  route(getPublicKeys, {}, async ({ reply }) => {
    const keys = await keyRing.published()
    // Not longer than a key is published before it signs, so that no cached copy lacks the signing key.
    reply.header('cache-control', `public, max-age=${PUBLISHED_AHEAD_SECONDS}`)
    return { keys: keys.map(publicJwk) }
  })

  const createMetadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth/authorize`,
    token_endpoint: `${issuer}/token`,
    introspection_endpoint: `${issuer}/token/introspect`,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    revocation_endpoint: `${issuer}/token/revoke`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    service_documentation: `${issuer}/docs`,
    scopes_supported: [...allScopes, ...(resources.length > 0 ? tasksScopes : [])] as string[],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods.filter(
      method => method !== 'none' || !settings.INTROSPECTION_REQUIRE_AUTH,
    ),
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: [...offeredLanguages(settings)],
    // Initiating User Registration via OpenID Connect 1.0: without `create`, nobody can register.
    prompt_values_supported: settings.REGISTRATION === 'closed' ? [] : ['create'],
    protected_resources: resources,
    client_id_metadata_document_supported: isOpenToDocuments,
    ...(settings.DYNAMIC_CLIENT_REGISTRATION &&
      resources.length > 0 && { registration_endpoint: issuer + registerClient.path }),
  })

  route(getServerMetadata, {}, ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return createMetadata()
  })

  route(getOpenIdConfiguration, {}, ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    const metadata = createMetadata()
    return {
      ...metadata,
      scopes_supported: [...openIdScopes, ...metadata.scopes_supported],
      prompt_values_supported: [...prompts, ...metadata.prompt_values_supported],
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/auth/end-session`,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: [...idTokenClaims, ...userClaims],
      claim_types_supported: ['normal'],
      acr_values_supported: acrValues,
      display_values_supported: ['page'],
      claims_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    }
  })
}

const idTokenClaims = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'at_hash',
  'sid',
]

function publicJwk({ kid, publicKey }: { kid: string; publicKey: KeyObject }): Jwk {
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return { kty, n, e, kid, alg: 'RS256', use: 'sig' }
}
