import { defineErrors } from '@atrium/core/catalogue'
import { signInErrors } from '#sign-in/sign-in.errors.ts'

type PermissionList = { permissions: string[] }

export const oauthErrors = defineErrors({
  unknown_application: {
    status: 400,
    en: 'This application is unknown or disabled',
    ru: 'Это приложение неизвестно или отключено',
  },
  redirect_uri_not_registered: {
    status: 400,
    en: 'The redirect URI of this request is not registered for the application',
    ru: 'Адрес возврата из этого запроса не зарегистрирован для приложения',
  },
  post_logout_redirect_uri_not_registered: {
    status: 400,
    en: 'The address to return to after signing out is not registered for the application',
    ru: 'Адрес возврата после выхода не зарегистрирован для приложения',
  },
  logout_client_differs: {
    status: 400,
    en: 'The ID token was issued for another application',
    ru: 'ID-токен выдан другому приложению',
  },
  invalid_refresh_token: {
    status: 401,
    en: 'The refresh token is unknown, used, revoked or expired',
    ru: 'Токен обновления неизвестен, использован, отозван или истёк',
  },
  account_archived: {
    status: 401,
    en: 'An administrator has archived this account',
    ru: 'Администратор архивировал эту учётную запись',
  },
  refresh_cookie_missing: {
    status: 401,
    en: 'There is no refresh_token cookie; sign in again',
    ru: 'Нет cookie refresh_token; войдите снова',
  },
  scope_not_allowed: {
    status: 400,
    en: 'These scopes are not allowed: {scopes}',
    ru: 'Эти области доступа не разрешены: {scopes}',
  },

  application_not_found: {
    status: 404,
    en: 'This application is not connected to the account',
    ru: 'Это приложение не подключено к учётной записи',
  },
  client_not_found: { status: 404, en: 'Client not found', ru: 'Клиент не найден' },
  first_party_client: {
    status: 409,
    en: "The first-party client is defined by the service's settings and can't be changed here",
    ru: 'Собственный клиент сервиса задан в его настройках, изменить его здесь нельзя',
  },
  client_level_too_low: {
    status: 403,
    en: 'You need a role of level {level} or higher to manage clients',
    ru: 'Для управления клиентами нужна роль уровня {level} или выше',
  },
  client_scope_beyond_token: {
    status: 403,
    en: 'You can only grant scopes of your own token; it lacks {scope}',
    ru: 'Выдать можно только области доступа своего токена; в нём нет {scope}',
  },
  client_scope_beyond_own: {
    status: 403,
    en: ({ permissions }: PermissionList) =>
      `These scopes include permissions that you don't have: ${permissions.join(', ')}`,
    ru: ({ permissions }: PermissionList) =>
      `Эти области доступа включают права, которых у вас нет: ${permissions.join(', ')}`,
  },

  public_client_has_no_secret: { en: 'is public and has no secret', ru: 'публичный, секрета у него нет' },
  unknown_scope: { en: "can't include the unknown scope {scope}", ru: 'неизвестная область доступа {scope}' },
  unknown_resource: {
    en: "can't include {resource}; known are: {known}",
    ru: 'адрес {resource} неизвестен; доступны: {known}',
  },
  resource_required: {
    en: 'includes {scope}, which also needs its service among the resources',
    ru: 'область доступа {scope} требует указать её сервис среди ресурсов',
  },
  unknown_grant_type: {
    en: "can't include {grantType}; use {grantTypes}",
    ru: 'значение {grantType} не подходит; доступны {grantTypes}',
  },
  public_client_credentials: {
    en: "can't include client_credentials for a public client",
    ru: 'client_credentials недоступен публичному клиенту',
  },
  redirect_uri_required: {
    en: 'is required for the grant type authorization_code',
    ru: 'для authorization_code нужен хотя бы один адрес',
  },
  redirect_uri_malformed: {
    en: 'must be absolute URLs without wildcards or fragments, not {address}',
    ru: 'нужны полные адреса без подстановок и фрагментов, а не {address}',
  },
  redirect_uri_not_https: {
    en: 'must use https, not {address}; for a network without TLS, the console allows it with --allow-http-redirect',
    ru: 'нужен https, а не {address}; для сети без TLS такой адрес разрешает консоль: --allow-http-redirect',
  },
  redirect_uri_scheme_not_allowed: {
    en: "can't have the scheme of {address}",
    ru: 'схема адреса {address} не разрешена',
  },
  openid_scope_required: { en: 'needs openid next to {scope}', ru: 'для {scope} нужна и область openid' },
  openid_grant_required: {
    en: 'must include {grantTypes} for these scopes',
    ru: 'для этих областей доступа нужен {grantTypes}',
  },
  web_origin_malformed: {
    en: 'must be origins such as https://app.example.com, not {address}',
    ru: 'нужны источники вида https://app.example.com, а не {address}',
  },
  sector_required: {
    en: 'is required for pairwise IDs if the redirect URIs have several hosts or none',
    ru: 'нужен для попарных идентификаторов, если у адресов возврата несколько хостов или ни одного',
  },
  scope_not_pairwise: {
    en: 'can’t include {scope} with the subject type pairwise, because it shows the IDs of users',
    ru: 'не может включать {scope} при попарных идентификаторах: эта область раскрывает ID пользователей',
  },
  resource_not_pairwise: {
    en: 'must be empty with the subject type pairwise, because its tokens show the IDs of users',
    ru: 'при попарных идентификаторах не указывается: токены для ресурса раскрывают ID пользователей',
  },
  logout_needs_openid: {
    en: 'needs the scope openid: only OpenID Connect clients are notified of sign-outs',
    ru: 'требует область openid: о выходе уведомляются только клиенты OpenID Connect',
  },
  sector_not_pairwise: {
    en: 'is only for the subject type pairwise',
    ru: 'нужен только для попарных идентификаторов',
  },
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

interface OAuthRefusal {
  /** The code of RFC 6749, RFC 8707 or OpenID Connect Core §3.1.2.6. */
  error: OAuthCode
  /** Its `error_description`. Programs read it and the RFC allows ASCII only, so there is no Russian text. */
  en: string
}

/** What the OAuth endpoints refuse with, by reason (RFC 6749 §4.1.2.1 and §5.2). */
export const oauthRefusals = defineRefusals({
  client_id_missing: { error: 'invalid_client', en: 'client_id is missing' },
  client_not_active: { error: 'invalid_client', en: 'The client is unknown or disabled' },
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
  scope_not_allowed: { error: 'invalid_scope', en: oauthErrors.scope_not_allowed.en },
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
  invalid_refresh_token: { error: 'invalid_grant', en: oauthErrors.invalid_refresh_token.en },
  account_archived: { error: 'invalid_grant', en: oauthErrors.account_archived.en },
  wrong_credentials: { error: 'invalid_grant', en: signInErrors.wrong_credentials.en },
  wrong_two_factor_code: { error: 'invalid_grant', en: signInErrors.wrong_two_factor_code.en },
  wrong_passkey: { error: 'invalid_grant', en: signInErrors.wrong_passkey.en },
})

function defineRefusals<const T extends Record<string, OAuthRefusal>>(entries: T): T {
  return entries
}
