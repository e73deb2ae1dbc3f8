import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const notificationsErrors = defineErrors(language => texts(language).notifications.errors, {
  notification_not_found: 404,
  foreign_notification: 403,
  too_many_push_subscriptions: 409,
})
