export default {
  errors: {
    city_not_found: 'City not found',
    language_not_found: 'Language not found',
    post_not_found: 'Job title not found',
    language_code_taken: 'A language with this code already exists',
    post_name_taken: 'A job title with this name already exists',

    country_code_expected: 'must be an ISO 3166-1 country code such as DE',
    language_tag_expected: 'must be a BCP 47 language tag such as en or pt-BR',
  },
} as const
