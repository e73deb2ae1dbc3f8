import type { Language } from '@atrium/core/language'
import type { CustomField, FieldValue } from '#fields/field.contract.ts'
import { labelOf } from '#fields/field-value.ts'
import { taskKey } from '#projects/project-key.contract.ts'
import type { Task } from '../task.contract.ts'
import type { CsvColumn } from './task-csv.contract.ts'

type Texts = Record<Language, string>
export type CsvCell = string | number | null | undefined

/** The names behind the ids of tasks. */
export interface CsvNames {
  projects: Map<number, { name: string; key: string | null }>
  boards: Map<number, string>
  columns: Map<number, string>
  priorities: Map<number, string>
  people: Map<number, string>
}

interface Column {
  heading: Texts
  cell: (task: Task, names: CsvNames, language: Language) => CsvCell
}

const yes = { en: 'Yes', ru: 'Да' }
const no = { en: 'No', ru: 'Нет' }

/** Those that every installation starts with; others have the name that people gave them. */
const priorityNames: Record<string, Texts> = {
  low: { en: 'Low', ru: 'Низкий' },
  normal: { en: 'Normal', ru: 'Обычный' },
  high: { en: 'High', ru: 'Высокий' },
  urgent: { en: 'Urgent', ru: 'Срочный' },
}

/** Headings as the table of the web application has them. */
export const taskColumns: Record<CsvColumn, Column> = {
  number: {
    heading: { en: 'ID', ru: 'Номер' },
    cell: (task, { projects }) => taskKey(task.number, projects.get(task.projectId)?.key ?? undefined),
  },
  title: { heading: { en: 'Title', ru: 'Название' }, cell: task => task.title },
  project: {
    heading: { en: 'Project', ru: 'Проект' },
    cell: (task, { projects }) => projects.get(task.projectId)?.name,
  },
  board: { heading: { en: 'Board', ru: 'Доска' }, cell: (task, { boards }) => boards.get(task.boardId) },
  column: {
    heading: { en: 'Status', ru: 'Статус' },
    cell: (task, { columns }) => columns.get(task.columnId),
  },
  priority: {
    heading: { en: 'Priority', ru: 'Приоритет' },
    cell: (task, { priorities }, language) => {
      const name = priorities.get(task.priorityId) ?? ''
      return priorityNames[name]?.[language] ?? name
    },
  },
  assignee: {
    heading: { en: 'Assignee', ru: 'Исполнитель' },
    cell: (task, { people }) => people.get(task.assigneeId ?? 0),
  },
  start: { heading: { en: 'Start date', ru: 'Начало' }, cell: task => task.startDate },
  due: { heading: { en: 'Due date', ru: 'Срок' }, cell: task => task.dueDate },
  estimate: {
    heading: { en: 'Estimate (hours)', ru: 'Оценка (часы)' },
    cell: task => task.estimateSeconds && hours(task.estimateSeconds),
  },
  tracked: {
    heading: { en: 'Tracked (hours)', ru: 'Затрачено (часы)' },
    cell: task => hours(task.trackedSeconds),
  },
  stickers: {
    heading: { en: 'Stickers', ru: 'Стикеры' },
    cell: task => task.stickers.map(({ name }) => name).join(', '),
  },
  checklist: {
    heading: { en: 'Checklist', ru: 'Чек-лист' },
    cell: task => partOf(task.checklistDone, task.checklistTotal),
  },
  subtasks: {
    heading: { en: 'Sub-tasks', ru: 'Подзадачи' },
    cell: task => partOf(task.subtaskDone, task.subtaskTotal),
  },
  blocked: {
    heading: { en: 'Blocked', ru: 'Заблокирована' },
    cell: (task, _, language) => (task.isBlocked && task.completedAt === null ? yes : no)[language],
  },
  comments: { heading: { en: 'Comments', ru: 'Комментарии' }, cell: task => task.commentCount },
  creator: {
    heading: { en: 'Created by', ru: 'Автор' },
    cell: (task, { people }) => people.get(task.creatorId),
  },
  created: { heading: { en: 'Created', ru: 'Создана' }, cell: task => task.createdAt },
  updated: { heading: { en: 'Updated', ru: 'Изменена' }, cell: task => task.updatedAt },
  completed: { heading: { en: 'Completed', ru: 'Завершена' }, cell: task => task.completedAt },
}

/** A value of a custom field, with the names of options and people. */
export function fieldCell(
  field: CustomField,
  value: FieldValue | undefined,
  { people }: CsvNames,
  language: Language,
): CsvCell {
  if (value === undefined) return ''
  if (field.type === 'number') return Number(value)
  if (field.type === 'checkbox') return (value ? yes : no)[language]
  if (field.type === 'person') return people.get(Number(value))
  return labelOf(field, value) ?? String(value)
}

function hours(seconds: number) {
  return Math.round(seconds / 36) / 100
}

/** With spaces, because spreadsheets take 1/3 for a date. */
function partOf(done: number, total: number) {
  return total === 0 ? '' : `${done} / ${total}`
}
