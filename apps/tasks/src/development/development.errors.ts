import { defineErrors } from '@atrium/core/catalogue'

export const developmentErrors = defineErrors({
  no_user_yet: {
    status: 409,
    en: 'There are no users yet to own the project; sign in once',
    ru: 'Пока нет пользователя, который мог бы владеть проектом; войдите хотя бы раз',
  },
})
