import type { Sentences } from '@atrium/http/translator'

export const documentationRussian: Sentences = {
  'The guide {page} was not found': 'Руководства {page} нет',
}
