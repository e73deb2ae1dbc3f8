import { defineErrors } from '@atrium/core/catalogue'

export const accessControlErrors = defineErrors({
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
  last_owner: {
    status: 409,
    en: 'This is the last owner; assign the role owner to another user first',
    ru: 'Это последний владелец; сначала назначьте другого',
  },
})
