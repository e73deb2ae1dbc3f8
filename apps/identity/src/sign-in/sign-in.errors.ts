import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const signInErrors = defineErrors(language => texts(language).signIn.errors, {
  wrong_credentials: 401,
  wrong_two_factor_code: 401,
  wrong_passkey: 401,
  two_factor_required: 401,
  sign_in_expired: 401,
  session_ended: 401,
  form_cookie_missing: 403,
  form_expired: 403,
  passkey_required: 403,
  email_unconfirmed: 403,
  personal_token_not_found: 404,
  too_many_personal_tokens: 409,
  passkey_not_found: 404,
  passkey_credential_id_taken: 409,
  too_many_passkeys: 409,
  two_factor_already_on: 409,
  two_factor_off: 409,
  last_second_factor: 409,
  challenge_expired: 410,
  too_many_attempts: 429,
  sign_in_provider_unavailable: 503,
  recent_sign_in_required: 403,
  too_many_sign_ins: 503,
  too_many_password_checks: 503,
})
