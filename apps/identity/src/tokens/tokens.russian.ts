import type { Sentences } from '@atrium/http/translator'

export const tokensRussian: Sentences = {
  'The password has just been changed; sign in with the new one':
    'Пароль только что был изменён: войдите с новым паролем',
  'Session was not found': 'Сеанс не найден',
}
