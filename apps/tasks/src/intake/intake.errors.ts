import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const intakeErrors = defineErrors(language => texts(language).intake.errors, {
  form_not_found: 404,
  too_many_forms: 409,
  form_throttled: 429,
  form_full: 429,
  form_closed: 409,
})
