import { defineErrors } from '@atrium/core/catalogue'

export const registrationErrors = defineErrors({
  registration_closed: {
    status: 403,
    en: 'Only an administrator can create accounts here',
    ru: 'Учётные записи здесь создаёт только администратор',
  },
  invitation_required: {
    status: 403,
    en: 'You need an invitation to create an account',
    ru: 'Чтобы зарегистрироваться, нужно приглашение',
  },
  invitation_invalid: {
    status: 403,
    en: 'This invitation is invalid, expired or already used; open its link again or ask for a new one',
    ru: 'Приглашение недействительно, уже использовано или устарело; откройте ссылку ещё раз или попросите новое',
  },
  invitation_email_differs: {
    status: 403,
    en: 'This invitation was sent to another email address',
    ru: 'Это приглашение отправлено на другой адрес почты',
  },

  registration_form_expired: {
    status: 403,
    en: 'This form has expired. Check your details and submit it again.',
    ru: 'Форма устарела. Проверьте данные и отправьте её ещё раз.',
  },

  consent_required: { en: 'must be true', ru: 'нужно согласие: true' },
})
