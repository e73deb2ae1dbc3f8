import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const fieldsErrors = defineErrors(language => texts(language).fields.errors, {
  field_not_found: 404,
  field_option_not_found: 404,
  custom_field_name_taken: 409,
  custom_field_option_name_taken: 409,
  too_many_custom_fields: 409,
  too_many_field_options: 409,
  field_has_no_options: 409,
  field_in_use: 409,
  field_option_in_use: 409,
  field_values_lost: 409,
})
