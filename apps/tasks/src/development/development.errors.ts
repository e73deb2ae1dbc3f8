import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const developmentErrors = defineErrors(language => texts(language).development.errors, {
  no_user_yet: 409,
})
