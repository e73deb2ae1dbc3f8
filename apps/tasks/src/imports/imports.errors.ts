import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const importsErrors = defineErrors(language => texts(language).imports.errors, {})
