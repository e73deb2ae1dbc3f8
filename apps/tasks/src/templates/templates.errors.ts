import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const templatesErrors = defineErrors(language => texts(language).templates.errors, {
  template_not_found: 404,
  not_template_owner: 403,
  too_many_templates: 409,
  template_too_large: 409,
})
