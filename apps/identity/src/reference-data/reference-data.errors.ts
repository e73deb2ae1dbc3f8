import { defineErrors } from '@atrium/core/catalogue'

export const referenceDataErrors = defineErrors({
  post_not_found: { status: 404, en: 'Job title not found', ru: 'Должность не найдена' },
  post_name_taken: {
    status: 409,
    en: 'A job title with this name already exists',
    ru: 'Должность с таким названием уже есть',
  },
})
