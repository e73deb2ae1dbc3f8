export default {
  errors: {
    not_authenticated: 'Sign in first: this requires an access token',
    invalid_token: 'Your session has ended or the token is invalid; sign in again',
    user_token_required: 'This service is for users; the token of a client has no user',
    account_inactive: 'This account is not active',
    account_archived: 'An administrator has archived this account',
    profile_unavailable: 'The identity service does not show the profile of this user',
    own_token_refused:
      'The identity service does not issue a token to this service; check its client ID, secret and grant types',

    invalid_credentials: 'The login or password is incorrect',
    invalid_credentials_or_code: 'The login, password or code is incorrect',
    two_factor_required: 'This account requires a code from your authenticator app; send it as twoFactorCode',

    unknown_sign_in: 'This sign-in was started in another browser or is already finished; start again',
    authorization_code_missing: 'The identity service sent no authorization code; start the sign-in again',
    sign_in_not_confirmed: 'The identity service did not confirm this sign-in; start again',
  },
  page: { title: 'Signing in', lead: 'Redirecting you to the sign-in page.', go: 'Continue' },
  link: 'Sign in',
} as const
