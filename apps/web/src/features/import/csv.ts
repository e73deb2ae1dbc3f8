import type { CsvField, CsvMapping } from './csv-mapping.ts'
import { readDate, readEstimate } from './csv-values.ts'
import {
  cut,
  type ImportPlan,
  longest,
  type PlannedTask,
  printable,
  type Remark,
  type SkippedItem,
  singleLine,
} from './import-plan.ts'
import { stickerColor } from './sticker-color.ts'

export interface CsvOptions {
  mapping: CsvMapping
  isMonthFirst: boolean
  /** Where a row goes that names no column. */
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
  const raw = (field: CsvField) => row[options.mapping[field] ?? -1] ?? ''
  const text = (field: CsvField) => singleLine(raw(field))
  const title = text('title')
  if (!title) return undefined
  const remarks: Remark[] = []
  const read = <Value>(field: CsvField, remark: Remark, parse: (raw: string) => Value | null) => {
    const written = text(field)
    const value = written ? parse(written) : null
    if (written && value === null) remarks.push(remark)
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
  }
}

function stickersOf(text: string) {
  const names = text.split(/[,;|]/).map(name => cut(name.trim(), longest.sticker))
  return [...new Set(names.filter(Boolean))]
}
