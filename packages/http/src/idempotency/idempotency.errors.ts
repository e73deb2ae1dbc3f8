import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '@atrium/texts/shared'

export const idempotencyErrors = defineErrors(language => texts(language).idempotency.errors, {
  in_progress: 409,
})
