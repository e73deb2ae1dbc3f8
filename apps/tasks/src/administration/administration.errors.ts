import { defineErrors } from '@atrium/core/catalogue'

export const administrationErrors = defineErrors({
  user_not_found: { status: 404, en: 'User not found', ru: 'Пользователь не найден' },
})
