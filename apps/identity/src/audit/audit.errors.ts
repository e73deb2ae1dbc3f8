import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const auditErrors = defineErrors(language => texts(language).audit.errors, {
  tasks_audit_forbidden: 403,
})
