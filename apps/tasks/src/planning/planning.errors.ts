import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const planningErrors = defineErrors(language => texts(language).planning.errors, {
  day_full: 409,
})
