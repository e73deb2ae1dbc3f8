import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const feedbackErrors = defineErrors(language => texts(language).feedback.errors, {
  idea_not_found: 404,
  rating_feedback_day_taken: 409,
})
