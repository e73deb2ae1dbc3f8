import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const adminErrors = defineErrors(language => texts(language).admin.errors, {})
