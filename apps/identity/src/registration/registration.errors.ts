import { defineErrors } from '@atrium/core/catalogue'

export const registrationErrors = defineErrors({
  consent_required: { en: 'must be true', ru: 'нужно согласие: true' },
})
