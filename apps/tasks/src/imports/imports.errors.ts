import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const importsErrors = defineErrors(language => texts(language).imports.errors, {
  import_not_found: 404,
  import_not_ready: 409,
  import_too_old: 409,
  too_many_imports: 409,
})
