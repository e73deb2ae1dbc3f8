import type { Sentences } from '@atrium/http/translator'

export const developmentRussian: Sentences = {
  'There is no user yet whose project it could be; sign in once':
    'Ещё нет пользователя, которому мог бы достаться проект; войдите хотя бы раз',
}
