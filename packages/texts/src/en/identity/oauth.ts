export default {
  errors: {
    unknown_application: 'This application is unknown or disabled',
    redirect_uri_not_registered: 'The redirect URI of this request is not registered for the application',
    post_logout_redirect_uri_not_registered:
      'The address to return to after signing out is not registered for the application',
    logout_client_differs: 'The ID token was issued for another application',
    invalid_refresh_token: 'The refresh token is unknown, used, revoked or expired',
    account_archived: 'An administrator has archived this account',
    refresh_cookie_missing: 'There is no refresh_token cookie; sign in again',
    scope_not_allowed: 'These scopes are not allowed: {scopes}',

    application_not_found: 'This application is not connected to the account',
    client_not_found: 'Client not found',
    first_party_client:
      "The first-party client is defined by the service's settings and can't be changed here",
    client_level_too_low: 'You need a role of level {level} or higher to manage clients',
    client_scope_beyond_token: 'You can only grant scopes of your own token; it lacks {scope}',
    client_scope_beyond_own: "These scopes include permissions that you don't have: {permissions}",

    public_client_has_no_secret: 'is public and has no secret',
    unknown_scope: "can't include the unknown scope {scope}",
    unknown_resource: "can't include {resource}; known are: {known}",
    resource_required: 'includes {scope}, which also needs its service among the resources',
    unknown_grant_type: "can't include {grantType}; use {grantTypes}",
    public_client_credentials: "can't include client_credentials for a public client",
    redirect_uri_required: 'is required for the grant type authorization_code',
    redirect_uri_malformed: 'must be absolute URLs without wildcards or fragments, not {address}',
    redirect_uri_not_https:
      'must use https, not {address}; for a network without TLS, the console allows it with --allow-http-redirect',
    redirect_uri_scheme_not_allowed: "can't have the scheme of {address}",
    openid_scope_required: 'needs openid next to {scope}',
    openid_grant_required: 'must include {grantTypes} for these scopes',
    web_origin_malformed: 'must be origins such as https://app.example.com, not {address}',
    sector_required: 'is required for pairwise IDs if the redirect URIs have several hosts or none',
    scope_not_pairwise:
      'can’t include {scope} with the subject type pairwise, because it shows the IDs of users',
    resource_not_pairwise:
      'must be empty with the subject type pairwise, because its tokens show the IDs of users',
    logout_needs_openid: 'needs the scope openid: only OpenID Connect clients are notified of sign-outs',
    sector_not_pairwise: 'is only for the subject type pairwise',
  },
} as const
