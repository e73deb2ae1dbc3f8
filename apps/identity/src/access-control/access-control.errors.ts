import { defineErrors } from '@atrium/core/catalogue'

export const accessControlErrors = defineErrors({
  role_not_found: { status: 404, en: 'Role not found', ru: 'Роль не найдена' },
  permission_not_found: { status: 404, en: 'Permission not found', ru: 'Право не найдено' },
  role_permission_not_found: {
    status: 404,
    en: "The role doesn't have this permission",
    ru: 'У роли нет такого права',
  },
  user_role_not_found: {
    status: 404,
    en: "The user doesn't have this role",
    ru: 'У пользователя нет такой роли',
  },
  route_not_found: { status: 404, en: 'Route not found', ru: 'Такого маршрута нет' },

  role_name_taken: {
    status: 409,
    en: 'A role with this name already exists',
    ru: 'Роль с таким названием уже есть',
  },
  permission_name_taken: {
    status: 409,
    en: 'A permission with this name already exists',
    ru: 'Право с таким названием уже есть',
  },
  permission_already_granted: {
    status: 409,
    en: 'The role already has this permission',
    ru: 'У роли уже есть это право',
  },
  role_already_assigned: {
    status: 409,
    en: 'The user already has this role',
    ru: 'У пользователя уже есть эта роль',
  },
  system_role_name_fixed: {
    status: 409,
    en: "A system role can't be renamed",
    ru: 'Системную роль нельзя переименовать',
  },
  system_role_level_fixed: {
    status: 409,
    en: "The level of a system role can't be changed",
    ru: 'Уровень системной роли нельзя изменить',
  },
  system_role_not_deletable: {
    status: 409,
    en: "A system role can't be deleted",
    ru: 'Системную роль нельзя удалить',
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
  grant_beyond_own: {
    status: 403,
    en: "You can only grant permissions that you have; you don't have {permission}",
    ru: 'Выдать можно только те права, которые есть у вас; права {permission} у вас нет',
  },
  role_beyond_own: {
    status: 403,
    en: ({ permissions }: { permissions: string[] }) =>
      `This role has permissions that you don't have: ${permissions.join(', ')}`,
    ru: ({ permissions }: { permissions: string[] }) =>
      `У этой роли есть права, которых нет у вас: ${permissions.join(', ')}`,
  },

  role_name_expected: {
    en: 'must be 3 to 50 characters of a-z, 0-9, _ and -',
    ru: 'введите от 3 до 50 символов: a-z, 0-9, _ и -',
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
