import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '@atrium/texts/shared'

export const webhooksErrors = defineErrors(language => texts(language).webhooks.errors, {
  webhook_not_found: 404,
  webhook_delivery_not_found: 404,
  webhook_disabled: 409,
  too_many_webhooks: 409,
})
