import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const signInErrors = defineErrors(language => texts(language).signIn.errors, {
  not_authenticated: 401,
  invalid_token: 401,
  user_token_required: 401,
  account_inactive: 401,
  account_archived: 401,
  profile_unavailable: 401,
  own_token_refused: 503,

  invalid_credentials: 401,
  invalid_credentials_or_code: 401,
  two_factor_required: 401,

  unknown_sign_in: 400,
  authorization_code_missing: 400,
  sign_in_not_confirmed: 401,
})
