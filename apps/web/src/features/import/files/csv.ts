import {
  cut,
  type ImportPlan,
  longest,
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
    remarks,
    unread,
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

/** `2026-05-31`, `31.05.2026`, and with slashes in the order that the user has chosen. */
export function readDate(text: string, { isMonthFirst }: { isMonthFirst: boolean }): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ,].*)?$/.exec(text)
  if (!other) return null
  const [, first, mark, second, year] = other
  return isMonthFirst && mark !== '.' ? dateOf(year, first, second) : dateOf(year, second, first)
}

function dateOf(year = '', month = '', day = '') {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  // 31 February would become a day in March.
  const isReal = Number(year) >= 1000 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isReal ? text : null
}

/** The server's limit: ten years. */
const MAX_ESTIMATE_SECONDS = 10 * 365 * 24 * 3600

const HOUR = 3600
const units: [RegExp, number][] = [
  [/^(w|wks?|weeks?|н|нед|недел[яиью])$/, 40 * HOUR],
  [/^(d|days?|д|дн|день|дня|дней)$/, 8 * HOUR],
  [/^(h|hrs?|hours?|ч|час|часа|часов)$/, HOUR],
  [/^(m|mins?|minutes?|м|мин|минут[аы]?)$/, 60],
  [/^(s|secs?|seconds?|с|сек|секунд[аы]?)$/, 1],
]

/** `2h 30m`, `1:30`, or a number of hours; a day of work has eight. */
export function readEstimate(text: string): number | null {
  const seconds = secondsOf(text)
  return seconds === null || seconds > MAX_ESTIMATE_SECONDS ? null : seconds
}

function secondsOf(text: string): number | null {
  const clock = /^(\d+):([0-5]\d)$/.exec(text)
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]) * 60
  const hours = text.replace(',', '.')
  if (/^\d+(\.\d+)?$/.test(hours)) return Math.round(Number(hours) * HOUR)
  const part = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?/gu
  const parts = [...text.toLowerCase().matchAll(part)]
  if (parts.length === 0 || text.toLowerCase().replaceAll(part, '').trim()) return null
  let seconds = 0
  for (const [, amount = '', unit = ''] of parts) {
    const factor = units.find(([words]) => words.test(unit))?.[1]
    if (!factor) return null
    seconds += Number(amount.replace(',', '.')) * factor
  }
  return Math.round(seconds)
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
