import { defineErrors } from '@atrium/core/catalogue'

export const administrationErrors = defineErrors({
  user_not_found: { status: 404, en: 'User not found', ru: 'Пользователь не найден' },
  invalid_erasure_token: {
    status: 401,
    en: 'The identity service did not sign this request',
    ru: 'Этот запрос не подписан сервисом входа',
  },
  filter_not_allowed: {
    status: 403,
    en: ({ field, permissions }: { field: string; permissions: string[] }) =>
      `Filtering by ${field} needs one of the permissions ${permissions.join(', ')}`,
    ru: ({ field, permissions }: { field: string; permissions: string[] }) =>
      `Для фильтра по полю ${field} нужно одно из прав: ${permissions.join(', ')}`,
  },
  admin_role_restricted: {
    status: 403,
    en: 'Only administrators can change the permissions of the role admin',
    ru: 'Права роли admin могут менять только администраторы',
  },
  admin_keeps_permission: {
    status: 409,
    en: 'The role admin always has {permission}',
    ru: 'У роли admin всегда есть право {permission}',
  },
  user_email_taken: {
    status: 409,
    en: 'This email address belongs to another account',
    ru: 'Этот адрес электронной почты принадлежит другой учётной записи',
  },
  user_passport_id_taken: {
    status: 409,
    en: 'This account already has a user',
    ru: 'У этой учётной записи уже есть пользователь',
  },
  synchronisation_running: {
    status: 409,
    en: 'Users are already being synchronized',
    ru: 'Пользователи уже синхронизируются',
  },

  ids_expected: { en: 'must be IDs separated by commas', ru: 'введите номера через запятую' },
})
