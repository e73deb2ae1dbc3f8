import { defineErrors } from '@atrium/core/catalogue'
import english from '@atrium/texts/en/identity'
import { texts } from '#texts.ts'

export const oauthErrors = defineErrors(language => texts(language).oauth.errors, {
  unknown_application: 400,
  redirect_uri_not_registered: 400,
  post_logout_redirect_uri_not_registered: 400,
  logout_client_differs: 400,
  logout_token_invalid: 400,
  invalid_refresh_token: 401,
  account_archived: 401,
  refresh_cookie_missing: 401,
  scope_not_allowed: 400,
  device_code_unknown: 404,

  client_document_address_invalid: 400,
  client_documents_off: 400,
  client_document_host_not_listed: 400,
  client_document_invalid: 400,
  client_document_unavailable: 400,
  client_describes_itself: 409,
  metadata_host_not_found: 404,
  metadata_host_taken: 409,

  application_not_found: 404,
  client_not_found: 404,
  first_party_client: 409,
  client_level_too_low: 403,
  client_scope_beyond_token: 403,
  client_scope_beyond_own: 403,

  forward_sign_in_required: 401,
  forward_group_required: 403,
  forward_sign_in_expired: 403,
  forward_host_unknown: 404,
  forward_application_not_found: 404,
  forward_host_taken: 409,
})

type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'login_required'
  | 'consent_required'
  | 'interaction_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'unmet_authentication_requirements'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'

interface OAuthRefusal {
  /** The code of RFC 6749, RFC 8628, RFC 8707 or OpenID Connect Core §3.1.2.6. */
  error: OAuthCode
  /** Its `error_description`. Programs read it and the RFC allows ASCII only, so there is no Russian text. */
  en: string
}

/** What the OAuth endpoints refuse with, by reason (RFC 6749 §4.1.2.1 and §5.2). */
export const oauthRefusals = defineRefusals({
  client_id_missing: { error: 'invalid_client', en: 'client_id is missing' },
  client_not_active: { error: 'invalid_client', en: 'The client is unknown or disabled' },
  client_document_refused: { error: 'invalid_client', en: '{why}' },
  registration_off: {
    error: 'invalid_request',
    en: 'Clients cannot register themselves here: ask an administrator',
  },
  client_metadata_invalid: { error: 'invalid_client_metadata', en: '{field} is missing or not allowed' },
  redirect_uris_invalid: {
    error: 'invalid_redirect_uri',
    en: 'redirect_uris must be https addresses, or addresses of this machine for applications that are not web applications',
  },
  incorrect_client_secret: { error: 'invalid_client', en: 'The client secret is missing or incorrect' },
  client_cannot_authenticate: { error: 'invalid_client', en: 'A public client cannot authenticate' },
  client_cannot_follow_announcements: {
    error: 'unauthorized_client',
    en: 'Only the client of the task service can follow announcements',
  },
  cursor_malformed: { error: 'invalid_request', en: 'cursor must be that of an earlier answer' },
  malformed_basic_credentials: { error: 'invalid_client', en: 'The Authorization header is malformed' },
  client_secret_in_address: {
    error: 'invalid_request',
    en: 'Send the client secret in the body or with HTTP Basic, never in the URL',
  },
  client_secret_repeated: { error: 'invalid_request', en: 'Send the client secret in one way only' },
  client_ids_differ: { error: 'invalid_request', en: 'Two different client_id values were sent' },

  parameter_missing: { error: 'invalid_request', en: '{name} is missing' },
  parameter_not_text: { error: 'invalid_request', en: '{name} must be text, sent once' },
  grant_type_unsupported: { error: 'unsupported_grant_type', en: 'grant_type must be one of: {grantTypes}' },
  grant_type_not_allowed: {
    error: 'unauthorized_client',
    en: 'This client cannot use the grant type {grantType}',
  },
  client_has_no_credentials: {
    error: 'unauthorized_client',
    en: 'A public client has no credentials of its own',
  },
  scope_not_allowed: { error: 'invalid_scope', en: english.oauth.errors.scope_not_allowed },
  scope_too_long: { error: 'invalid_scope', en: 'scope has more than {limit} characters' },

  resource_not_allowed: {
    error: 'invalid_target',
    en: 'This client cannot request a token for {resource}',
  },
  resource_missing: {
    error: 'invalid_target',
    en: 'Send resource, the address of the service that these scopes belong to: {scopes}',
  },
  scope_of_resource_missing: {
    error: 'invalid_scope',
    en: 'None of the requested scopes belongs to {resource}',
  },

  response_type_unsupported: { error: 'unsupported_response_type', en: 'response_type must be code' },
  challenge_required: { error: 'invalid_request', en: 'code_challenge is required for this client' },
  challenge_missing: {
    error: 'invalid_request',
    en: 'code_challenge_method was sent without code_challenge',
  },
  challenge_method_unsupported: { error: 'invalid_request', en: 'code_challenge_method must be S256' },
  challenge_malformed: { error: 'invalid_request', en: 'code_challenge is malformed' },

  parameter_malformed: { error: 'invalid_request', en: '{name} is malformed' },
  response_mode_unsupported: { error: 'invalid_request', en: 'response_mode must be query' },
  prompt_none_with_others: { error: 'invalid_request', en: 'prompt=none excludes every other value' },
  request_object_unsupported: {
    error: 'request_not_supported',
    en: 'Request objects are not supported: send the parameters themselves',
  },
  request_uri_unsupported: { error: 'request_uri_not_supported', en: 'request_uri is not supported' },
  registration_unsupported: { error: 'registration_not_supported', en: 'registration is not supported' },
  login_required: { error: 'login_required', en: 'The user has to sign in' },
  consent_required: { error: 'consent_required', en: 'The user has not allowed this yet' },
  access_denied: { error: 'access_denied', en: 'The user did not allow it' },
  interaction_required: { error: 'interaction_required', en: 'The user has to complete their account first' },
  authentication_too_weak: {
    error: 'unmet_authentication_requirements',
    en: 'The user did not authenticate with one of the required acr values',
  },

  unknown_code: { error: 'invalid_grant', en: 'The code is unknown' },
  code_used: { error: 'invalid_grant', en: 'The code has already been used or revoked' },
  code_expired: { error: 'invalid_grant', en: 'The code has expired' },
  redirect_uri_differs: {
    error: 'invalid_grant',
    en: 'redirect_uri is not the one that the code was issued for',
  },
  verifier_unexpected: {
    error: 'invalid_grant',
    en: 'code_verifier was sent, but the code was issued without a challenge',
  },
  verifier_malformed: { error: 'invalid_grant', en: 'code_verifier is missing or malformed' },
  verifier_incorrect: { error: 'invalid_grant', en: 'code_verifier does not match the challenge' },
  device_waits: { error: 'authorization_pending', en: 'The user has not decided yet' },
  device_asks_too_often: { error: 'slow_down', en: 'Wait five seconds longer between two requests' },
  device_code_expired: { error: 'expired_token', en: 'The device code has expired: start again' },
  invalid_refresh_token: { error: 'invalid_grant', en: english.oauth.errors.invalid_refresh_token },
  account_archived: { error: 'invalid_grant', en: english.oauth.errors.account_archived },
  wrong_credentials: { error: 'invalid_grant', en: english.signIn.errors.wrong_credentials },
  wrong_two_factor_code: { error: 'invalid_grant', en: english.signIn.errors.wrong_two_factor_code },
  wrong_passkey: { error: 'invalid_grant', en: english.signIn.errors.wrong_passkey },
})

function defineRefusals<const T extends Record<string, OAuthRefusal>>(entries: T): T {
  return entries
}
