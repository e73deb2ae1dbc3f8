import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const exportsErrors = defineErrors(language => texts(language).exports.errors, {})
