import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const calendarErrors = defineErrors(language => texts(language).calendar.errors, {
  calendar_feed_not_found: 404,
  too_many_feeds: 409,
})
