import { defineErrors } from '@atrium/core/catalogue'

export const adminErrors = defineErrors({
  // Errors of single fields.
  future_expected: { en: 'must be in the future', ru: 'укажите время в будущем' },
})
