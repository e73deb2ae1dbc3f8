export default {
  errors: {
    wrong_credentials: 'Incorrect email, phone or password',
    wrong_two_factor_code: 'The code is incorrect or has already been used',
    wrong_passkey: 'This passkey is not registered here or could not be verified',
    two_factor_required: 'Enter the code from your authenticator app as well',
    sign_in_expired: 'This sign-in has expired; start again',
    session_ended: 'This session has ended; sign in again',
    form_cookie_missing:
      'Your browser did not send the cookie that belongs to this form. Try again. If this message comes back, allow cookies for this address; if the address starts with http://, an administrator has to switch to HTTPS, or set COOKIE_SECURE=false on a trusted network.',
    form_expired: 'This form has expired; sign in again',
    passkey_required: 'Your role requires a second factor; sign in with your passkey',
    email_unconfirmed: 'Confirm your email address first; use the link in the email we sent you',
    personal_token_not_found: 'Personal access token not found',
    too_many_personal_tokens: 'You already have {limit} personal access tokens; revoke one first',
    passkey_not_found: 'Passkey not found',
    passkey_credential_id_taken: 'This passkey has already been added',
    too_many_passkeys: 'You already have {limit} passkeys; remove one first',
    two_factor_already_on: 'Two-factor sign-in is already on',
    two_factor_off: 'Two-factor sign-in is off',
    last_second_factor:
      'Your role requires a second factor and this is your last one; set up another one first',
    challenge_expired: 'This request has expired or was already used; start again',
    too_many_attempts:
      'Too many failed attempts; try again in {retryAfter, plural, one {# second} other {# seconds}}',
    sign_in_provider_unavailable: 'The directory that knows your password doesn’t answer; try again later',
    recent_sign_in_required:
      'Your account has no password here. Sign in again, then repeat this within 10 minutes',
    too_many_sign_ins: 'Too many sign-ins at the same time; try again in a few seconds',
    too_many_password_checks: 'Too many new passwords at the same time; try again in a few seconds',

    wrong_password: 'is not your current password',
    wrong_code: 'is incorrect or was already used',
    password_or_code_required: 'is required, unless you send a code',
    credentials_required: 'must contain an email address, a phone number or a password',
    set_by_administrator: 'can only be set by an administrator: your account has no password here yet',
    too_easy_to_guess:
      'is too easy to guess: make it longer, and avoid common words, patterns and your own name, email or phone number',
    wrong_passkey_response: 'is not a valid response to this request; try again',
  },
} as const
