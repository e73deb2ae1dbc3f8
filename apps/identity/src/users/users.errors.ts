import { defineErrors } from '@atrium/core/catalogue'

export const usersErrors = defineErrors({
  user_not_found: { status: 404, en: 'User not found', ru: 'Пользователь не найден' },
  no_user: {
    status: 404,
    en: 'This token belongs to a client, not to a user',
    ru: 'Это токен приложения, а не пользователя',
  },
  contact_not_found: { status: 404, en: 'Contact not found', ru: 'Контакт не найден' },
  education_not_found: {
    status: 404,
    en: 'Education entry not found',
    ru: 'Запись об образовании не найдена',
  },
  user_email_taken: {
    status: 409,
    en: 'A user with this email address already exists',
    ru: 'Пользователь с таким адресом электронной почты уже есть',
  },
  user_phone_taken: {
    status: 409,
    en: 'A user with this phone number already exists',
    ru: 'Пользователь с таким номером телефона уже есть',
  },
  user_archived: { status: 409, en: 'This user is already archived', ru: 'Этот пользователь уже в архиве' },
  user_not_archived: { status: 409, en: 'This user is not archived', ru: 'Этот пользователь не в архиве' },
  erasure_not_found: {
    status: 404,
    en: 'The personal data of this user has not been erased',
    ru: 'Персональные данные этого пользователя не удалялись',
  },
  confirmation_differs: {
    en: "must be the user's email address",
    ru: 'введите адрес электронной почты пользователя',
  },
  post_permission_required: {
    status: 403,
    en: 'You need the permission {permission} to change the job title',
    ru: 'Чтобы изменить должность, нужно право {permission}',
  },

  unchanged_field_expected: {
    en: "can't be changed here; leave it out, or send it as it was read",
    ru: 'здесь не меняется: уберите поле или отправьте его таким, каким получили',
  },
  phone_expected: {
    en: 'must be an international phone number such as +12025550100',
    ru: 'введите номер телефона в международном формате, например +79001234567',
  },
  telegram_expected: {
    en: 'must be a username, a t.me address or an international phone number',
    ru: 'введите имя пользователя, адрес на t.me или номер телефона в международном формате',
  },
  linkedin_expected: {
    en: 'must be a username or a linkedin.com address',
    ru: 'введите имя пользователя или адрес на linkedin.com',
  },
  github_expected: {
    en: 'must be a username or a github.com address',
    ru: 'введите имя пользователя или адрес на github.com',
  },
  birth_date_out_of_range: {
    en: 'must be in the past, and 1900 or later',
    ru: 'введите дату в прошлом, не раньше 1900 года',
  },
  before_1900: { en: "can't be before 1900", ru: 'не раньше 1900 года' },
  before_start: { en: "can't be before the start date", ru: 'не раньше начала учёбы' },
})
