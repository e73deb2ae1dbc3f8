export default {
  errors: {
    not_authenticated: 'Sign in first: this requires an access token',
    invalid_token: 'The access token is invalid, expired or revoked',
    personal_token_refused:
      'Personal access tokens work at the API of the task service, not at the identity service',
    scope_required: 'The token lacks the scope {scope}',
    permission_required: 'You need the permission {permission}',
    page_permission_required: 'Only administrators can open this page',
    admin_address_refused:
      'Administration is not open to your network (address {address}). Your own account works from anywhere.',
    only_for_yourself: 'You can do this only for yourself',
    two_factor_setup_required:
      'Your role requires a second factor: set one up first, under "Sign-in and security" in your account',
    service_account_required:
      'Only a service account can do this: get a token with client_credentials, not by signing in',
  },
} as const
