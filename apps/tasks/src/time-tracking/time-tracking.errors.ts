import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const timeTrackingErrors = defineErrors(language => texts(language).timeTracking.errors, {
  time_interval_not_found: 404,
  time_interval_running_taken: { status: 409, kind: 'conflict' },
  timer_already_running: 409,
  timer_on_other_task: 409,
  timer_running: 409,
  no_timer_running: 409,
  time_of_others_hidden: 403,
})
