import type { Sentences } from '@atrium/http/translator'

export const registrationRussian: Sentences = {
  'must be given: true': 'нужно согласие: true',
}
