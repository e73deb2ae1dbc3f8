import type { Sentences } from '@atrium/http/translator'

export const administrationRussian: Sentences = {
  'You need the permission {permission}': 'Для этого нужно право {permission}',

  'must be 1 to 255 visible characters': 'нужно от 1 до 255 видимых символов',
  'was used for another request already; choose a new one':
    'этот ключ уже использован для другого запроса; возьмите новый',
  'The first request with this key is still at work': 'Первый запрос с этим ключом ещё выполняется',
}
