import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const cyclesErrors = defineErrors(language => texts(language).cycles.errors, {
  cycle_not_found: 404,
  cycle_finished: 409,
  too_many_cycles: 409,
  milestone_not_found: 404,
  too_many_milestones: 409,
})
