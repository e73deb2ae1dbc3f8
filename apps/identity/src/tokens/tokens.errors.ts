import { defineErrors } from '@atrium/core/catalogue'

export const tokensErrors = defineErrors({
  session_not_found: { status: 404, en: 'Session not found', ru: 'Сеанс не найден' },
  password_just_changed: {
    status: 401,
    en: 'The password has just been changed; sign in with the new one',
    ru: 'Пароль только что изменили; войдите с новым',
  },
})
