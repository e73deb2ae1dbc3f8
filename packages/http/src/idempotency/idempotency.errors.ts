import { defineErrors } from '@atrium/core/catalogue'

export const idempotencyErrors = defineErrors({
  in_progress: {
    status: 409,
    en: 'The first request with this key is still in progress; try again in a moment',
    ru: 'Первый запрос с этим ключом ещё выполняется; попробуйте чуть позже',
  },

  visible_characters_expected: {
    en: 'must be 1 to 255 visible characters',
    ru: 'введите от 1 до 255 видимых символов',
  },
  key_already_used: {
    en: 'was already used for another request; choose a new one',
    ru: 'ключ уже использован для другого запроса; выберите новый',
  },
})
