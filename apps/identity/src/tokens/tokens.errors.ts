import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const tokensErrors = defineErrors(language => texts(language).tokens.errors, {
  session_not_found: 404,
  password_just_changed: 401,
})
