import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const administrationErrors = defineErrors(language => texts(language).administration.errors, {
  user_not_found: 404,
  invalid_erasure_token: 401,
  filter_not_allowed: 403,
  admin_role_restricted: 403,
  admin_keeps_permission: 409,
  user_email_taken: 409,
  user_passport_id_taken: 409,
  synchronisation_running: 409,
  not_a_guest: 409,
})
