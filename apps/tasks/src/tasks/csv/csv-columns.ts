import type { Language } from '@atrium/core/language'
import type { CustomField, FieldValue } from '#fields/field.contract.ts'
import { labelOf } from '#fields/field-value.ts'
import { taskKey } from '#projects/project-key.contract.ts'
import { texts } from '#texts.ts'
import type { Task } from '../task.contract.ts'
import type { CsvColumn } from './task-csv.contract.ts'

export type CsvCell = string | number | null | undefined

/** The names behind the ids of tasks. */
export interface CsvNames {
  projects: Map<number, { name: string; key: string | null }>
  boards: Map<number, string>
  columns: Map<number, string>
  priorities: Map<number, string>
  people: Map<number, string>
  cycles: Map<number, string>
}

type Cell = (task: Task, names: CsvNames, language: Language) => CsvCell

/** Their headings are in the texts, as the table of the web application has them. */
export const taskColumns: Record<CsvColumn, Cell> = {
  number: (task, { projects }) => taskKey(task.number, projects.get(task.projectId)?.key ?? undefined),
  title: task => task.title,
  project: (task, { projects }) => projects.get(task.projectId)?.name,
  board: (task, { boards }) => boards.get(task.boardId),
  column: (task, { columns }) => columns.get(task.columnId),
  priority: (task, { priorities }, language) => {
    const name = priorities.get(task.priorityId) ?? ''
    // The priorities of a new installation are translated; others keep the name that people gave them.
    const known: Record<string, string> = texts(language).tasks.csv.priorities
    return known[name] ?? name
  },
  assignee: (task, { people }) => task.assigneeIds.flatMap(id => people.get(id) ?? []).join('; '),
  cycle: (task, { cycles }) => (task.cycleId === null ? '' : cycles.get(task.cycleId)),
  start: task => task.startDate,
  due: task => task.dueDate,
  estimate: task => task.estimateSeconds && hours(task.estimateSeconds),
  tracked: task => hours(task.trackedSeconds),
  stickers: task => task.stickers.map(({ name }) => name).join(', '),
  checklist: task => partOf(task.checklistDone, task.checklistTotal),
  subtasks: task => partOf(task.subtaskDone, task.subtaskTotal),
  blocked: (task, _, language) => yesOrNo(task.isBlocked && task.completedAt === null, language),
  comments: task => task.commentCount,
  votes: task => task.voteCount,
  creator: (task, { people }) => people.get(task.creatorId),
  created: task => task.createdAt,
  updated: task => task.updatedAt,
  completed: task => task.completedAt,
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
  if (field.type === 'checkbox') return yesOrNo(Boolean(value), language)
  if (field.type === 'person') return people.get(Number(value))
  return labelOf(field, value) ?? String(value)
}

function yesOrNo(isYes: boolean, language: Language) {
  const { yes, no } = texts(language).tasks.csv
  return isYes ? yes : no
}

function hours(seconds: number) {
  return Math.round(seconds / 36) / 100
}

/** With spaces, because spreadsheets take 1/3 for a date. */
function partOf(done: number, total: number) {
  return total === 0 ? '' : `${done} / ${total}`
}
