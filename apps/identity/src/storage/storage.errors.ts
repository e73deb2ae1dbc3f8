import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const storageErrors = defineErrors(language => texts(language).storage.errors, {
  file_not_found: 404,
})
