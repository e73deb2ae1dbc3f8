import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

/** What the access rule of a route answers with. */
export const accessErrors = defineErrors(language => texts(language).access.errors, {
  not_authenticated: 401,
  invalid_token: 401,
  personal_token_refused: 401,
  scope_required: 403,
  permission_required: 403,
  admin_address_refused: 403,
  only_for_yourself: 403,
  two_factor_setup_required: 403,
  service_account_required: 403,
})
