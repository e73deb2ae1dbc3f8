import { defineErrors } from '@atrium/core/catalogue'

export const notificationsErrors = defineErrors({
  notification_not_found: { status: 404, en: 'Notification not found', ru: 'Уведомление не найдено' },
  foreign_notification: {
    status: 403,
    en: 'This notification is for another user',
    ru: 'Это уведомление для другого пользователя',
  },

  not_own_projects: {
    en: 'must be projects that you are a member of',
    ru: 'выберите проекты, в которых вы участвуете',
  },
})
