import { defineErrors } from '@atrium/core/catalogue'

export const mailErrors = defineErrors({
  link_expired: {
    status: 410,
    en: 'This link is invalid, expired or already used; request a new one',
    ru: 'Ссылка недействительна, уже использована или устарела; запросите новую',
  },
  email_already_verified: {
    status: 409,
    en: 'This email address is already confirmed',
    ru: 'Этот адрес электронной почты уже подтверждён',
  },
  tasks_mail_forbidden: {
    status: 403,
    en: "The task service doesn't let you manage its emails",
    ru: 'Сервис задач не разрешает вам управлять его письмами',
  },
  tasks_unavailable: {
    status: 503,
    en: 'The task service is not responding; try again in a moment',
    ru: 'Сервис задач не отвечает; попробуйте чуть позже',
  },

  username_or_token_required: {
    en: 'is required: send username, or token and password',
    ru: 'укажите username или token вместе с password',
  },

  // The names of fields on the pages that links in emails open.
  field_token: { en: 'Link', ru: 'Ссылка' },
  field_username: { en: 'Email or phone', ru: 'Эл. почта или телефон' },
  field_password: { en: 'Password', ru: 'Пароль' },
})
