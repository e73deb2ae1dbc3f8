import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const automationsErrors = defineErrors(language => texts(language).automations.errors, {
  automation_not_found: 404,
  too_many_automations: 409,
  automation_disabled: 409,
  automation_not_a_button: 409,
  automation_condition_not_met: 409,
  automation_webhook_off: 409,
  automation_needs_task: 409,
})
