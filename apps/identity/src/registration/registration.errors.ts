import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const registrationErrors = defineErrors(language => texts(language).registration.errors, {
  registration_closed: 403,
  invitation_required: 403,
  invitation_invalid: 403,
  invitation_email_differs: 403,

  registration_form_expired: 403,
})
