import type { Template } from '@atrium/tasks/templates/content/template.contract'
import type { TFunction } from 'i18next'

/** How much a template contains: “2 boards · 12 tasks”. */
export function contentsOf(t: TFunction, { kind, preview }: Pick<Template, 'kind' | 'preview'>) {
  const { boardCount, taskCount, checklistCount, fieldCount, columns } = preview
  const parts = {
    task: [
      taskCount > 1 && t('templates.contents.subtasks', { count: taskCount - 1 }),
      checklistCount > 0 && t('templates.contents.checklist', { count: checklistCount }),
    ],
    board: [
      t('templates.contents.columns', { count: columns.length }),
      taskCount > 0 && t('templates.contents.tasks', { count: taskCount }),
    ],
    project: [
      t('templates.contents.boards', { count: boardCount }),
      taskCount > 0 && t('templates.contents.tasks', { count: taskCount }),
      fieldCount > 0 && t('templates.contents.fields', { count: fieldCount }),
    ],
  }
  return parts[kind].filter(Boolean).join(' · ')
}
