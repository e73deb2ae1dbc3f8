import { defineErrors } from '@atrium/core/catalogue'

export const projectsErrors = defineErrors({
  project_not_found: { status: 404, en: 'Project not found', ru: 'Проект не найден' },
  personal_project_has_no_members: {
    status: 409,
    en: "A personal project can't have other members",
    ru: 'В личном проекте не может быть других участников',
  },
})
