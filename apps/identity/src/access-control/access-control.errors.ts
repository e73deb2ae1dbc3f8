import { defineErrors } from '@atrium/core/catalogue'

/** Besides those of both services, in `@atrium/access-control`. */
export const accessControlErrors = defineErrors({
  route_not_found: { status: 404, en: 'Route not found', ru: 'Такого маршрута нет' },

  permission_name_taken: {
    status: 409,
    en: 'A permission with this name already exists',
    ru: 'Право с таким названием уже есть',
  },
  system_role_level_fixed: {
    status: 409,
    en: "The level of a system role can't be changed",
    ru: 'Уровень системной роли нельзя изменить',
  },
  built_in_permission: {
    status: 409,
    en: "{permission} is built in: it can't be renamed or deleted",
    ru: 'Право {permission} встроенное: его нельзя ни переименовать, ни удалить',
  },
  owner_keeps_permission: {
    status: 409,
    en: 'The role owner always has {permission}',
    ru: 'У роли owner всегда есть право {permission}',
  },
  user_erased: {
    status: 409,
    en: 'The personal data of this user has been erased: nothing can be changed or restored',
    ru: 'Персональные данные этого пользователя удалены: изменить или восстановить ничего нельзя',
  },
  last_owner: {
    status: 409,
    en: 'This is the last owner; assign the role owner to another user first',
    ru: 'Это последний владелец; сначала назначьте другого',
  },

  user_above_own_role: {
    status: 403,
    en: 'This user has a higher role than you',
    ru: 'Роль этого пользователя выше вашей',
  },
  role_above_own_role: {
    status: 403,
    en: 'This role is higher than your own',
    ru: 'Эта роль выше вашей',
  },
  level_above_own_role: {
    status: 403,
    en: 'This level is higher than that of your own role',
    ru: 'Этот уровень выше уровня вашей роли',
  },

  permission_name_expected: {
    en: 'must be words of a-z, 0-9, _ and - joined by dots, such as reports.read.any',
    ru: 'введите слова из a-z, 0-9, _ и -, соединённые точками, например reports.read.any',
  },
  unknown_permission: {
    en: 'contains {permission}, which does not exist',
    ru: 'права {permission} не существует',
  },
  path_expected: {
    en: 'must start with /, such as /users/5 or /users/:id',
    ru: 'начните с /, например /users/5 или /users/:id',
  },
})
