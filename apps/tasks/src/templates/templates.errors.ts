import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const templatesErrors = defineErrors({
  template_not_found: { status: 404, en: 'Template not found', ru: 'Шаблон не найден' },
  not_template_owner: {
    status: 403,
    en: 'Only the owner of this template can change it',
    ru: 'Изменить этот шаблон может только его владелец',
  },
  too_many_templates: {
    status: 409,
    en: 'There can be at most {limit} templates; delete one first',
    ru: ({ limit }: { limit: number }) =>
      `Можно сохранить не больше ${pluralRu(limit, 'шаблона', 'шаблонов', 'шаблонов')}; сначала удалите один из них`,
  },
  template_too_large: {
    status: 409,
    en: 'A template can have at most {limit} tasks and {kilobytes} kB of text',
    ru: ({ limit, kilobytes }: { limit: number; kilobytes: number }) =>
      `В шаблоне может быть не больше ${pluralRu(limit, 'задачи', 'задач', 'задач')} и ${kilobytes} КБ текста`,
  },

  one_content_expected: {
    en: 'send the content as task, board or project',
    ru: 'передайте содержимое как task, board или project',
  },
  other_kind_of_template: {
    en: 'the template is of another kind',
    ru: 'это шаблон другого вида',
  },
  template_needs_project: {
    en: 'templates of tasks and boards belong to a project',
    ru: 'шаблоны задач и досок относятся к проекту',
  },
  project_template_has_no_project: {
    en: 'templates of projects belong to no project',
    ru: 'шаблоны проектов не относятся к проекту',
  },
  only_project_templates_shared: {
    en: 'only templates of projects can be shared',
    ru: 'открыть для всех можно только шаблон проекта',
  },
  one_template_expected: {
    en: 'name either templateId or builtIn',
    ru: 'укажите либо templateId, либо builtIn',
  },
  not_in_template: { en: 'the template has no such place', ru: 'в шаблоне нет такого места' },
  name_repeated: { en: 'the template already has this name', ru: 'такое название в шаблоне уже есть' },
  first_task_has_no_parent: {
    en: 'the first task is the parent of the others',
    ru: 'первая задача — родитель остальных',
  },
})
