import type { Sentences } from '@atrium/http/translator'

export const tokensRussian: Sentences = {
  'Session was not found': 'Сеанс не найден',
}
