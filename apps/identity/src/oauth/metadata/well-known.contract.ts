import { endpoint, open } from '@atrium/core/contract'
import { type Static, Type } from 'typebox'

const tag = 'OAuth'

const Address = Type.String()
const Names = Type.Array(Type.String())

/** RFC 8414, listing exactly what works. */
const Metadata = Type.Object({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  introspection_endpoint: Address,
  device_authorization_endpoint: Address,
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
  prompt_values_supported: Names,
  /** RFC 9728 §4: the values of `resource`. */
  protected_resources: Names,
  /** draft-ietf-oauth-client-id-metadata-document §6. */
  client_id_metadata_document_supported: Type.Boolean(),
  /** RFC 7591, if it is on. */
  registration_endpoint: Type.Optional(Address),
})

export const getServerMetadata = endpoint(
  'getServerMetadata',
  'GET /.well-known/oauth-authorization-server',
  {
    tag,
    summary: 'Get the server metadata',
    description: 'OAuth 2.0 authorization server metadata (RFC 8414). Cacheable for five minutes.',
    access: open,
    reply: Metadata,
    forApplications: true,
  },
)

/** OpenID Connect Discovery 1.0 §3, and what further specifications add. */
const OpenIdConfiguration = Type.Object({
  ...Metadata.properties,
  userinfo_endpoint: Address,
  end_session_endpoint: Address,
  backchannel_logout_supported: Type.Boolean(),
  backchannel_logout_session_supported: Type.Boolean(),
  subject_types_supported: Names,
  id_token_signing_alg_values_supported: Names,
  claims_supported: Names,
  claim_types_supported: Names,
  acr_values_supported: Names,
  display_values_supported: Names,
  claims_parameter_supported: Type.Boolean(),
  request_parameter_supported: Type.Boolean(),
  request_uri_parameter_supported: Type.Boolean(),
})

export const getOpenIdConfiguration = endpoint(
  'getOpenIdConfiguration',
  'GET /.well-known/openid-configuration',
  {
    tag: 'OpenID Connect',
    summary: 'Get the OpenID configuration',
    description: 'OpenID Connect Discovery 1.0. Lists exactly what works. Cacheable for five minutes.',
    access: open,
    reply: OpenIdConfiguration,
    forApplications: true,
  },
)

const Jwk = Type.Object({
  kty: Type.String(),
  n: Type.String(),
  e: Type.String(),
  kid: Type.String(),
  alg: Type.String(),
  use: Type.String(),
})
export type Jwk = Static<typeof Jwk>

export const getPublicKeys = endpoint('getPublicKeys', 'GET /.well-known/jwks.json', {
  tag,
  summary: 'Get the public signing keys',
  description: 'The JSON Web Key Set that verifies access tokens (RS256). Cacheable for five minutes.',
  access: open,
  reply: Type.Object({ keys: Type.Array(Jwk) }),
  forApplications: true,
})
