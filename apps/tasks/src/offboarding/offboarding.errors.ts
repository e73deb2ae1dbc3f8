import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const offboardingErrors = defineErrors(language => texts(language).offboarding.errors, {
  invalid_offboarding_token: 401,
  successor_unknown: 409,
})
