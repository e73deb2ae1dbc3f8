import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const documentationErrors = defineErrors(language => texts(language).documentation.errors, {
  guide_not_found: 404,
})
