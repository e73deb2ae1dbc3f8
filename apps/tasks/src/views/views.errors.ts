import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const viewsErrors = defineErrors(language => texts(language).views.errors, {
  view_not_found: 404,
  too_many_views: 409,
})
