import { parseRule } from '@atrium/tasks/tasks/recurrence/rule.contract'
import { type MappedField, readCustomFields } from './csv-custom-fields.ts'
import { readDate, readEstimate } from './csv-values.ts'
import {
  cut,
  type ImportPlan,
  longest,
  type PlannedRecurrence,
  type PlannedTask,
  printable,
  type Remark,
  type SkippedItem,
  singleLine,
  stickerColor,
} from './import-plan.ts'

export interface CsvOptions {
  mapping: CsvMapping
  isMonthFirst: boolean
  /** For rows without a column. */
  defaultColumn: string
  customFields?: MappedField[]
}

export function planCsv(rows: string[][], options: CsvOptions): ImportPlan {
  const tasks: PlannedTask[] = []
  const skipped: SkippedItem[] = []
  for (const row of rows) {
    const task = taskOf(row, options)
    if (task) tasks.push(task)
    else skipped.push({ title: row.filter(Boolean).join(', ').slice(0, 100), reason: 'noTitle' })
  }
  const names = [...new Set(tasks.flatMap(({ stickers }) => stickers))]
  return {
    columns: [...new Set(tasks.map(({ column }) => column))],
    stickers: names.map(name => ({ name, color: stickerColor(name) })),
    tasks,
    skipped,
  }
}

function taskOf(row: string[], options: CsvOptions): PlannedTask | undefined {
  const raw = (field: CsvField) => unescapeFormula(row[options.mapping[field] ?? -1] ?? '')
  const text = (field: CsvField) => singleLine(raw(field))
  const title = text('title')
  if (!title) return undefined
  const remarks: Remark[] = []
  const unread: Partial<Record<Remark, string>> = {}
  const read = <Value>(field: CsvField, remark: Remark, parse: (raw: string) => Value | null) => {
    const written = text(field)
    const value = written ? parse(written) : null
    if (written && value === null) {
      remarks.push(remark)
      unread[remark] = cut(written, MAX_SHOWN)
    }
    return value
  }
  const kept = (whole: string, length: number, remark: Remark) => {
    if (whole.length > length) remarks.push(remark)
    return cut(whole, length)
  }
  const date = (written: string) => readDate(written, options)
  const description = printable(raw('description')).trim()
  const texts = (index: number) => unescapeFormula(row[index] ?? '')
  const custom = readCustomFields(texts, options.customFields ?? [], options)
  remarks.push(...custom.remarks)
  return {
    title: kept(title, longest.title, 'titleCut'),
    column: cut(text('column') || options.defaultColumn, longest.column),
    description: description ? kept(description, longest.description, 'descriptionCut') : null,
    assignee: text('assignee') || null,
    startDate: read('startDate', 'startDateUnread', date),
    dueDate: read('dueDate', 'dueDateUnread', date),
    priority: text('priority') || null,
    estimateSeconds: read('estimate', 'estimateUnread', readEstimate),
    stickers: stickersOf(text('stickers')),
    checklist: [],
    comments: [],
    repeats: read('repeat', 'repeatUnread', readRepetition),
    ...(custom.values.length > 0 && { fields: custom.values }),
    remarks,
    unread: { ...unread, ...custom.unread },
  }
}

const MAX_SHOWN = 40

/** Our export and others prefix text with an apostrophe if a spreadsheet would run it as a formula. */
function unescapeFormula(text: string) {
  return text.replace(/^'(?=[=+\-@\t\r])/, '')
}

function stickersOf(text: string) {
  const names = text.split(/[,;|]/).map(name => cut(name.trim(), longest.sticker))
  return [...new Set(names.filter(Boolean))]
}

export const csvFields = [
  'title',
  'column',
  'description',
  'assignee',
  'startDate',
  'dueDate',
  'priority',
  'estimate',
  'stickers',
  'repeat',
] as const
export type CsvField = (typeof csvFields)[number]

/** The index of each field's column in the file. */
export type CsvMapping = Partial<Record<CsvField, number>>

const words: Record<CsvField, string[]> = {
  title: [
    'title',
    'name',
    'summary',
    'task',
    'task name',
    'card name',
    'subject',
    'название',
    'задача',
    'заголовок',
    'тема',
  ],
  column: [
    'column',
    'status',
    'list',
    'list name',
    'state',
    'stage',
    'section',
    'section/column',
    'колонка',
    'столбец',
    'статус',
    'этап',
    'список',
  ],
  description: ['description', 'notes', 'details', 'card description', 'описание', 'заметки'],
  assignee: [
    'assignee',
    'assignee email',
    'assignee e-mail',
    'assigned to',
    'owner',
    'email',
    'e-mail',
    'исполнитель',
    'ответственный',
    'почта',
  ],
  startDate: ['start date', 'start', 'дата начала', 'начало'],
  dueDate: ['due date', 'due', 'deadline', 'end date', 'срок', 'дедлайн', 'крайний срок', 'дата окончания'],
  priority: ['priority', 'приоритет', 'важность'],
  estimate: [
    'estimate',
    'estimate (hours)',
    'estimated hours',
    'original estimate',
    'оценка',
    'оценка (часы)',
    'трудозатраты',
  ],
  stickers: [
    'stickers',
    'sticker',
    'labels',
    'label',
    'tags',
    'tag',
    'метки',
    'метка',
    'теги',
    'тег',
    'ярлыки',
    'стикеры',
  ],
  repeat: ['repeat', 'recurrence', 'rrule', 'recurrence rule', 'повторение', 'правило повторения'],
}

const AFTER_COMPLETION = 'after completion: '

/** `FREQ=WEEKLY;BYDAY=MO`, or `after completion: FREQ=WEEKLY`. */
export function writeRepetition({ rule, mode }: PlannedRecurrence) {
  return mode === 'completion' ? AFTER_COMPLETION + rule : rule
}

function readRepetition(text: string): PlannedRecurrence | null {
  const isAfter = text.toLowerCase().startsWith(AFTER_COMPLETION)
  const rule = isAfter ? text.slice(AFTER_COMPLETION.length) : text
  return parseRule(rule) ? { rule, mode: isAfter ? 'completion' : 'calendar' } : null
}

/** By the column names of other programs. */
export function guessMapping(headers: string[]): CsvMapping {
  const plain = headers.map(header => header.trim().toLowerCase())
  const found = csvFields.map(field => [field, bestIndex(plain, words[field])] as const)
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

function bestIndex(headers: string[], names: string[]) {
  for (const name of names) {
    const index = headers.indexOf(name)
    if (index >= 0) return index
  }
  return -1
}
