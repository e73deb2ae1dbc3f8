import { parseCsv } from '@atrium/core/csv'
import { packs } from '@atrium/texts/words'
import type { RecurrenceMode } from '#tasks/recurrence/recurrence.contract.ts'
import { parseRule } from '#tasks/recurrence/rule.contract.ts'
import { stickerColor } from '../../plan/colors.contract.ts'
import { fileText } from '../../plan/file-text.ts'
import {
  FileNotRead,
  type FormatPlan,
  type ImportFormat,
  type Remark,
  type SkippedItem,
} from '../../plan/import-format.ts'
import { type LossKind, longest, type PlannedTask } from '../../plan/import-plan.contract.ts'
import { createRemarks, cut, printable, type Remarks, singleLine } from '../../plan/plan-texts.ts'
import { type CsvField, type CsvMapping, csvFields } from './csv-columns.contract.ts'
import { guessFields, type MappedField, readCustomFields, readFieldText } from './csv-fields.ts'
import { readDate, readEstimate } from './csv-values.ts'

export interface CsvOptions {
  mapping: CsvMapping
  isMonthFirst: boolean
  /** For rows without a column. */
  defaultColumn: string
  fields: MappedField[]
}

interface Table {
  headers: string[]
  rows: string[][]
}

/** What the form of the columns shows. */
export interface ShownTable {
  headers: string[]
  /** The first rows. */
  sample: string[][]
}

const SAMPLE_ROWS = 5

/** Any table with a header row: each row becomes a task. */
export const csv: ImportFormat<Table, CsvOptions, ShownTable> = {
  id: 'csv',
  detect: () => true,
  read: ({ bytes }) => {
    const [headers = [], ...rows] = parseCsv(fileText(bytes))
    if (headers.length === 0 || rows.length === 0) throw new FileNotRead('empty')
    return { headers, rows }
  },
  show: ({ headers, rows }) => ({ headers, sample: rows.slice(0, SAMPLE_ROWS) }),
  nameOf: () => '',
  defaults: ({ headers }, { fields, ...target }) => {
    const mapping = guessMapping(headers)
    return { ...target, mapping, fields: guessFields(headers, fields, Object.values(mapping)) }
  },
  plan: ({ rows }, options) => planCsv(rows, options),
}

export function planCsv(rows: string[][], options: CsvOptions): FormatPlan {
  const tasks: PlannedTask[] = []
  const skipped: SkippedItem[] = []
  const remarks: Remark[] = []
  for (const [index, row] of rows.entries()) {
    const lost = createRemarks(String(index + 1))
    const task = taskOf(row, options, lost)
    if (task) tasks.push(task)
    else skipped.push({ title: row.filter(Boolean).join(', ').slice(0, 100), reason: 'noTitle' })
    remarks.push(...lost.all)
  }
  const stickers = new Set(tasks.flatMap(task => task.stickers ?? []))
  const columns = new Set(tasks.flatMap(({ column }) => column ?? []))
  return {
    columns: [...columns].map(title => ({ externalId: title, title })),
    people: [...new Set(tasks.flatMap(task => peopleOf(task, options)))].map(name => ({
      externalId: name,
      name,
    })),
    stickers: [...stickers].map(name => ({ name, color: stickerColor(name) })),
    tasks,
    remarks,
    skipped,
  }
}

/** People are called as the file calls them: by a name or an address. */
function peopleOf({ assignees = [], fields = {} }: PlannedTask, options: CsvOptions) {
  const personFields = options.fields.filter(({ type }) => type === 'person')
  return [...assignees, ...personFields.flatMap(({ id }) => (fields[id] as string | undefined) ?? [])]
}

function taskOf(row: string[], options: CsvOptions, remarks: Remarks): PlannedTask | undefined {
  const raw = (field: CsvField) => unescapeFormula(row[options.mapping[field] ?? -1] ?? '')
  const text = (field: CsvField) => singleLine(raw(field))
  const title = text('title')
  if (!title) return undefined
  const read = <Value>(field: CsvField, kind: LossKind, parse: (raw: string) => Value | null) => {
    const written = text(field)
    const value = written ? parse(written) : null
    if (written && value === null) remarks.add(kind, written)
    return value
  }
  const date = (written: string) => readDate(written, options)
  const description = printable(raw('description')).trim()
  const custom = readCustomFields(
    index => unescapeFormula(row[index] ?? ''),
    options.fields,
    options,
    remarks,
  )
  return {
    externalId: remarks.externalId,
    title: remarks.kept(title, longest.title, 'titleCut'),
    column: cut(text('column') || options.defaultColumn, longest.column),
    description: description ? remarks.kept(description, longest.description, 'descriptionCut') : null,
    assignees: peopleNamed(text('assignee')),
    startDate: read('startDate', 'startDateUnread', date),
    dueDate: read('dueDate', 'dueDateUnread', date),
    priority: cut(text('priority'), MAX_PRIORITY) || null,
    estimateSeconds: read('estimate', 'estimateUnread', readEstimate),
    stickers: stickersOf(text('stickers')),
    recurrence: read('repeat', 'repeatUnread', readRepetition),
    fields: custom,
    ...(isArchived(text('archived')) && { isArchived: true }),
  }
}

const MAX_PRIORITY = 100

/** A word for yes, or the day on which it was archived. */
function isArchived(text: string) {
  return readFieldText('checkbox', text) === true || /^\d{4}-\d{2}-\d{2}/.test(text)
}

/** Our export and others prefix text with an apostrophe if a spreadsheet would run it as a formula. */
function unescapeFormula(text: string) {
  return text.replace(/^'(?=[=+\-@\t\r])/, '')
}

/** A comma can also be part of a name: “Lovelace, Ada” is one person, “Ada Lovelace, Max Maier” are two. */
function peopleNamed(text: string) {
  const parts = text.split(',')
  const areWhole = parts.every(part => /\S\s+\S|@/.test(part.trim()))
  const names = text.split(areWhole ? /[,;|]/ : /[;|]/).map(name => cut(name.trim(), longest.person))
  return [...new Set(names.filter(Boolean))].slice(0, longest.assignees)
}

function stickersOf(text: string) {
  const names = text.split(/[,;|]/).map(name => cut(name.trim(), longest.sticker))
  return [...new Set(names.filter(Boolean))].slice(0, longest.stickers)
}

interface PlannedRecurrence {
  rule: string
  mode: RecurrenceMode
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

/** Finds the columns by the names that other programs give them. */
export function guessMapping(headers: string[]): CsvMapping {
  const plain = headers.map(header => header.trim().toLowerCase())
  const found = csvFields.map(
    field =>
      [
        field,
        bestIndex(
          plain,
          packs.flatMap(({ headings }) => headings[field]),
        ),
      ] as const,
  )
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

function bestIndex(headers: string[], names: string[]) {
  for (const name of names) {
    const index = headers.indexOf(name)
    if (index >= 0) return index
  }
  return -1
}
