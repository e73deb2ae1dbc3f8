import { defineErrors } from '@atrium/core/catalogue'

/** What both services answer with about roles, permissions and role assignments. */
export const rolesErrors = defineErrors({
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

  role_name_taken: {
    status: 409,
    en: 'A role with this name already exists',
    ru: 'Роль с таким названием уже есть',
  },
  permission_already_granted: {
    status: 409,
    kind: 'entity-already-exists',
    en: 'The role already has this permission',
    ru: 'У роли уже есть это право',
  },
  role_already_assigned: {
    status: 409,
    kind: 'entity-already-exists',
    en: 'The user already has this role',
    ru: 'У пользователя уже есть эта роль',
  },
  system_role_name_fixed: {
    status: 409,
    en: "A system role can't be renamed",
    ru: 'Системную роль нельзя переименовать',
  },
  system_role_not_deletable: {
    status: 409,
    en: "A system role can't be deleted",
    ru: 'Системную роль нельзя удалить',
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
})
