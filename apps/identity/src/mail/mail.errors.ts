import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const mailErrors = defineErrors(language => texts(language).mail.errors, {
  link_expired: 410,
  email_already_verified: 409,
  tasks_mail_forbidden: 403,
  tasks_unavailable: 503,
})
