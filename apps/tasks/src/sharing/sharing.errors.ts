import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const sharingErrors = defineErrors(language => texts(language).sharing.errors, {
  share_not_found: 404,
  share_password_required: 401,
  share_password_wrong: 401,
  share_password_throttled: 429,
  too_many_shares: 409,
})
