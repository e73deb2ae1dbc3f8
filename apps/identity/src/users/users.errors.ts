import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const usersErrors = defineErrors(language => texts(language).users.errors, {
  user_not_found: 404,
  no_user: 404,
  contact_not_found: 404,
  education_not_found: 404,
  user_email_taken: 409,
  user_phone_taken: 409,
  user_archived: 409,
  user_not_archived: 409,
  erasure_not_found: 404,
  post_permission_required: 403,
})
