import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const referenceDataErrors = defineErrors(language => texts(language).referenceData.errors, {
  city_not_found: 404,
  language_not_found: 404,
  post_not_found: 404,
  language_code_taken: 409,
  post_name_taken: 409,
})
