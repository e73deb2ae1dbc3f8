import { defineErrors } from '@atrium/core/catalogue'

export const referenceDataErrors = defineErrors({
  city_not_found: { status: 404, en: 'City not found', ru: 'Город не найден' },
  language_not_found: { status: 404, en: 'Language not found', ru: 'Язык не найден' },
  post_not_found: { status: 404, en: 'Job title not found', ru: 'Должность не найдена' },
  language_code_taken: {
    status: 409,
    en: 'A language with this code already exists',
    ru: 'Язык с таким кодом уже есть',
  },
  post_name_taken: {
    status: 409,
    en: 'A job title with this name already exists',
    ru: 'Должность с таким названием уже есть',
  },

  country_code_expected: {
    en: 'must be an ISO 3166-1 country code such as DE',
    ru: 'введите код страны по ISO 3166-1, например DE',
  },
  language_tag_expected: {
    en: 'must be a BCP 47 language tag such as en or pt-BR',
    ru: 'введите код языка по BCP 47, например en или pt-BR',
  },
})
