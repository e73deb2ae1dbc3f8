/** What a file will become, whatever it was written by. */
export interface ImportPlan {
  columns: string[]
  stickers: PlannedSticker[]
  tasks: PlannedTask[]
  skipped: SkippedItem[]
}

export interface PlannedSticker {
  name: string
  color: string
}

export interface PlannedTask {
  title: string
  column: string
  description: string | null
  /** An e-mail address or a full name. */
  assignee: string | null
  startDate: string | null
  dueDate: string | null
  priority: string | null
  estimateSeconds: number | null
  stickers: string[]
  checklist: { title: string; isDone: boolean }[]
  comments: string[]
  remarks: Remark[]
}

export type Remark =
  | 'titleCut'
  | 'descriptionCut'
  | 'commentCut'
  | 'startDateUnread'
  | 'dueDateUnread'
  | 'estimateUnread'
  | 'assigneeUnknown'
  | 'priorityUnknown'
  | 'partRefused'
  | 'unfinished'

export interface SkippedItem {
  title: string
  reason: 'noTitle' | 'archived' | 'archivedList' | 'noList'
}

/** As much of a plan as its preview needs: a long one stays with the worker until it is carried out. */
export interface PlanSummary extends Omit<ImportPlan, 'tasks'> {
  taskCount: number
  commentCount: number
  checklistCount: number
  tasksByColumn: Map<string, number>
  firstTasks: PlannedTask[]
}

/** The server's limits. */
export const longest = {
  title: 500,
  description: 100_000,
  comment: 10_000,
  item: 500,
  column: 100,
  sticker: 50,
}

export function cut(text: string, length: number) {
  // Half of a sign that is written as two is no sign.
  return text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…` : text
}

/** Without what no one can see and no database keeps. */
export function printable(text: string) {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
}

/** As the server wants names and titles: control characters and line breaks of any kind become spaces. */
export function singleLine(text: string) {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

// Data of the user, not of the theme: they look the same in both colour schemes.
const colors = new Map([
  ['green', '#2f9e44'],
  ['yellow', '#f08c00'],
  ['orange', '#e8590c'],
  ['red', '#e03131'],
  ['purple', '#6741d9'],
  ['blue', '#1971c2'],
  ['sky', '#0c8599'],
  ['lime', '#5c940d'],
  ['pink', '#c2255c'],
  ['black', '#343a40'],
])
const palette = [...colors.values()]

/** Trello's colour, or for any other word always the same one. */
export function stickerColor(word: string) {
  const known = colors.get(word.split('_')[0] ?? '')
  if (known) return known
  const sum = [...word].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return palette[sum % palette.length] ?? '#1971c2'
}
