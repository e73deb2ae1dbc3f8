import type { Sentences } from '@atrium/http/translator'

export const referenceDataRussian: Sentences = {
  'City was not found': 'Город не найден',
  'Language was not found': 'Язык не найден',
  'Post was not found': 'Должность не найдена',
  'Language with this code already exists': 'Язык с таким кодом уже есть',
  'Post with this name already exists': 'Должность с таким названием уже есть',
  'must be a country code of ISO 3166-1 such as DE': 'нужен код страны по ISO 3166-1, например DE',
  'must be a language tag of BCP 47 such as en or pt-BR': 'нужен код языка по BCP 47, например en или pt-BR',
  'must be an IANA time zone such as Europe/Berlin': 'нужен часовой пояс IANA, например Europe/Berlin',
}
