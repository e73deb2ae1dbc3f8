import type { RecurrenceMode } from '@atrium/tasks/tasks/recurrence/recurrence.contract'

/** What a file will become, whichever program wrote it. */
export interface ImportPlan {
  columns: string[]
  stickers: PlannedSticker[]
  tasks: PlannedTask[]
  skipped: SkippedItem[]
}

const doneWords = ['done', 'complete', 'completed', 'closed', 'готово', 'сделано', 'выполнено', 'завершено']

/**
 * The column for completed tasks, by its title. Unlike on a new board, the last one is no good guess: its tasks would be
 * completed, and a CSV file has the columns in the order of its rows.
 */
export function guessDoneColumn(columns: string[]) {
  return columns.find(title => doneWords.includes(title.trim().toLowerCase()))
}

export interface PlannedSticker {
  name: string
  color: string
}

export interface PlannedTask {
  title: string
  column: string
  description: string | null
  /** An email address or a full name. */
  assignee: string | null
  startDate: string | null
  dueDate: string | null
  priority: string | null
  estimateSeconds: number | null
  stickers: string[]
  checklist: { title: string; isDone: boolean }[]
  comments: string[]
  repeats?: PlannedRecurrence | null
  /** Of custom fields. */
  fields?: PlannedValue[]
  remarks: Remark[]
  /** The words that could not be read, by remark. */
  unread?: Partial<Record<Remark, string>>
}

export interface PlannedValue {
  fieldId: number
  fieldName: string
  value?: string | number | boolean
  /** Instead of the value: the names of options or a person. */
  words?: string[]
}

export interface PlannedRecurrence {
  rule: string
  mode: RecurrenceMode
}

export type Remark =
  | 'titleCut'
  | 'descriptionCut'
  | 'commentCut'
  | 'startDateUnread'
  | 'dueDateUnread'
  | 'estimateUnread'
  | 'repeatUnread'
  | 'assigneeUnknown'
  | 'priorityUnknown'
  | 'fieldUnread'
  | 'fieldUnknown'
  | 'fieldCut'
  | 'partRefused'
  | 'unfinished'

/** What an import leaves out or shortens, with the words that cause it. */
export interface Loss {
  remark: Remark
  count: number
  examples: string[]
}

export interface SkippedItem {
  title: string
  reason: 'noTitle' | 'archived' | 'archivedList' | 'noList'
}

/** What the preview needs of a plan; its tasks stay in the worker until the import starts. */
export interface PlanSummary extends Omit<ImportPlan, 'tasks'> {
  taskCount: number
  commentCount: number
  checklistCount: number
  tasksByColumn: Map<string, number>
  /** How many tasks name each of them. */
  assignees: Map<string, number>
  priorities: Map<string, number>
  /** Names of options and people in custom fields, and how many tasks have each. */
  fieldWords: FieldWord[]
  /** What the file itself rules out. */
  losses: Loss[]
  firstTasks: PlannedTask[]
}

export interface FieldWord {
  fieldId: number
  fieldName: string
  word: string
  count: number
}

const FIRST_TASKS = 5

export function summarizePlan({ tasks, ...rest }: ImportPlan): PlanSummary {
  const remarks = tasks.flatMap(task => task.remarks.map(remark => ({ remark, word: task.unread?.[remark] })))
  const losses = [...Map.groupBy(remarks, ({ remark }) => remark)].map(([remark, all]) => ({
    remark,
    count: all.length,
    examples: [...new Set(all.flatMap(({ word }) => word ?? []))],
  }))
  return {
    ...rest,
    taskCount: tasks.length,
    commentCount: tasks.reduce((sum, { comments }) => sum + comments.length, 0),
    checklistCount: tasks.reduce((sum, { checklist }) => sum + checklist.length, 0),
    tasksByColumn: countWords(tasks.map(({ column }) => column)),
    assignees: countWords(tasks.flatMap(({ assignee }) => assignee ?? [])),
    priorities: countWords(tasks.flatMap(({ priority }) => priority ?? [])),
    fieldWords: countFieldWords(tasks),
    losses,
    firstTasks: tasks.slice(0, FIRST_TASKS),
  }
}

function countFieldWords(tasks: PlannedTask[]): FieldWord[] {
  const all = tasks.flatMap(({ fields = [] }) =>
    fields.flatMap(({ fieldId, fieldName, words = [] }) => words.map(word => ({ fieldId, fieldName, word }))),
  )
  const same = Map.groupBy(all, ({ fieldId, word }) => `${fieldId} ${word.toLowerCase()}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: 1 + others.length }] : [],
  )
}

function countWords(words: string[]) {
  return new Map([...Map.groupBy(words, word => word)].map(([word, all]) => [word, all.length]))
}

/** The server's limits. */
export const longest = {
  title: 500,
  description: 100_000,
  comment: 10_000,
  item: 500,
  column: 100,
  sticker: 50,
  option: 50,
  fieldText: 1000,
  url: 2000,
}

export function cut(text: string, length: number) {
  // Never cuts a surrogate pair in half.
  return text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…` : text
}

/** Without control characters, which are invisible and cannot be stored. */
export function printable(text: string) {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
}

/** As the server requires for names and titles: control characters and line breaks become spaces. */
export function singleLine(text: string) {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

// User data, not theme: the same in both color schemes.
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

/** Trello's color, or a stable one for any other word. */
export function stickerColor(word: string) {
  const known = colors.get(word.split('_')[0] ?? '')
  if (known) return known
  const sum = [...word].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return palette[sum % palette.length] ?? '#1971c2'
}

export class FileNotText extends Error {
  readonly problem: 'notText' | 'notUtf8'
  constructor(problem: 'notText' | 'notUtf8') {
    super(problem)
    this.problem = problem
  }
}

/** The text of a file. Images and spreadsheets are refused, and encodings are not guessed. */
export function fileText(content: ArrayBuffer): string {
  const bytes = new Uint8Array(content)
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.includes(0)) throw new FileNotText('notText')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileNotText('notUtf8')
  }
}

/** The “Unicode text” of spreadsheets, which starts with a byte order mark. */
function wideEncoding([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}
