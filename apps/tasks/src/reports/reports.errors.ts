import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const reportsErrors = defineErrors(language => texts(language).reports.errors, {})
