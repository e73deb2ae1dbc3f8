import type { Sentences } from '@atrium/http/translator'

export const storageRussian: Sentences = {
  'File was not found': 'Файл не найден',
}
