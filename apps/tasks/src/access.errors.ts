import { defineErrors } from '@atrium/core/catalogue'

const roles = { viewer: 'наблюдатель', member: 'участник', manager: 'менеджер', owner: 'владелец' }
type Role = keyof typeof roles

/** What the access rule of a route answers with. */
export const accessErrors = defineErrors({
  permission_required: {
    status: 403,
    en: 'You need the permission {permission}',
    ru: 'Для этого нужно право {permission}',
  },
  scope_required: {
    status: 403,
    en: 'The token lacks the scope {scope}',
    ru: 'У токена нет области доступа {scope}',
  },
  outside_token_projects: {
    status: 403,
    en: 'This token is limited to some projects and does not allow this',
    ru: 'Этот токен действует только в некоторых проектах и не даёт доступа к этому',
  },
  not_a_member: {
    status: 403,
    en: "You're not a member of this project",
    ru: 'Вы не участвуете в этом проекте',
  },
  role_too_low: {
    status: 403,
    en: 'Your role in this project is {role}; this requires {requiredRole}',
    ru: ({ role, requiredRole }: { role: Role; requiredRole: Role }) =>
      `Ваша роль в проекте — «${roles[role]}», а для этого нужна роль «${roles[requiredRole]}»`,
  },
  record_deleted: { status: 410, en: 'This has been deleted', ru: 'Эта запись удалена' },
  project_archived: {
    status: 409,
    en: 'The project is archived; restore it first',
    ru: 'Проект в архиве; сначала восстановите его',
  },
})
