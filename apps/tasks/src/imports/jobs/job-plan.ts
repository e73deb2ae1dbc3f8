import { type CustomField, type FieldType, MAX_FIELDS } from '#fields/field.contract.ts'
import { isWebAddress } from '#fields/field-value.ts'
import { fieldIdsOf } from '../formats/board/field-ids.ts'
import { importFormats } from '../formats/formats.ts'
import { type AnyFormat, FileNotRead, type FormatPlan } from '../plan/import-format.ts'
import {
  type ImportPlan,
  longest,
  type PlannedTask,
  type PlannedValue,
} from '../plan/import-plan.contract.ts'
import { withDone } from '../plan/plan-summary.ts'
import type { Choices, CountedLosses } from './stored-job.ts'

/** What an import has read, as its format sees it. */
export interface ReadContent {
  format: AnyFormat
  content: unknown
  name: string
}

export function readContent(source: string, name: string, bytes: ArrayBuffer): ReadContent {
  const format = importFormats.find(({ id }) => id === source)
  if (!format) throw new FileNotRead('otherFormat')
  const content = format.read({ name, bytes })
  return { format, content, name: format.nameOf(content) || name.replace(/\.\w+$/, '') }
}

interface Target {
  fields: CustomField[]
  timeZone: string
  /** The column of tasks that name none. */
  defaultColumn: string
  /** Whether fields that the project does not have are created. */
  createsFields: boolean
}

/** Plans everything: the same content, choices and fields give the same plan, so that an import can go on after an interruption. */
export function planContent({ format, content }: ReadContent, choices: Choices, target: Target): FormatPlan {
  const defaults = format.defaults(content, {
    fields: target.fields,
    defaultColumn: target.defaultColumn,
    isMonthFirst: false,
    timeZone: target.timeZone,
  })
  const { mapping, fields, isMonthFirst, timeZone, projectId } = choices.options
  const plan = format.plan(content, {
    ...defaults,
    ...(mapping && { mapping }),
    ...(fields && { fields: namedFields(fields, target.fields) }),
    ...(isMonthFirst !== undefined && { isMonthFirst }),
    ...(timeZone && { timeZone }),
    ...(projectId && { projectId }),
    withArchived: choices.withArchived,
    keepsUnknownFields: target.createsFields,
    fieldIds: fieldIdsOf(choices.fields),
  })
  return { ...plan, columns: mapColumns(plan.columns, choices) }
}

/** The fields of the project that columns of a table go to. */
function namedFields(chosen: { id: number; index: number }[], known: CustomField[]) {
  return chosen.flatMap(({ id, index }) => {
    const field = known.find(one => one.id === id)
    return field ? [{ id, index, name: field.name, type: field.type }] : []
  })
}

/** The columns as the user has mapped them. */
function mapColumns(columns: ImportPlan['columns'], { columns: mapped }: Choices) {
  const chosen = new Map(mapped.map(column => [column.externalId, column]))
  return withDone(columns).map(({ externalId, title, isDone }) => ({
    externalId,
    title: chosen.get(externalId)?.title ?? title,
    isDone: chosen.get(externalId)?.isDone ?? isDone,
  }))
}

/** The fields that tasks name and the project does not have, each with a type that all of its values fit. */
export function missingFields(
  { tasks }: FormatPlan,
  known: CustomField[],
): { name: string; type: FieldType }[] {
  const ids = new Set(known.flatMap(({ id, name }) => [String(id), name.toLowerCase()]))
  const values = new Map<string, { name: string; values: PlannedValue[] }>()
  for (const [name, value] of tasks.flatMap(({ fields = {} }) => Object.entries(fields))) {
    const key = name.toLowerCase()
    if (ids.has(key)) continue
    const field = values.get(key) ?? { name, values: [] }
    field.values.push(value)
    values.set(key, field)
  }
  return [...values.values()]
    .slice(0, Math.max(0, MAX_FIELDS - known.length))
    .map(({ name, values }) => ({ name, type: typeOf(values) }))
}

function typeOf(values: PlannedValue[]): FieldType {
  const texts = values.map(value => [value].flat().join(', '))
  if (texts.every(text => /^-?\d{1,12}(\.\d{1,6})?$/.test(text))) return 'number'
  if (texts.every(text => /^\d{4}-\d{2}-\d{2}$/.test(text))) return 'date'
  if (texts.every(isWebAddress)) return 'url'
  return 'text'
}

/** Values of new fields are texts of the source until their types are known. */
export function typeValues(plan: FormatPlan, created: { name: string; type: FieldType }[]): FormatPlan {
  const numbers = new Set(created.flatMap(({ name, type }) => (type === 'number' ? name.toLowerCase() : [])))
  if (numbers.size === 0) return plan
  const typed = (fields: PlannedTask['fields']) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        numbers.has(name.toLowerCase()) ? Number([value].flat().join('')) : value,
      ]),
    )
  return { ...plan, tasks: plan.tasks.map(task => ({ ...task, fields: typed(task.fields) })) }
}

const MAX_COMMENTS_OF_PART = 4000

export interface PartOfTasks {
  tasks: PlannedTask[]
  /** How many of them are in an earlier part already. */
  restCount: number
}

/**
 * Cuts a plan into parts that are written one after the other. A task with more comments than a part can have for it comes again
 * with the rest in later parts.
 */
export function partsOf(all: PlannedTask[], maxTasks: number): PartOfTasks[] {
  const parts: PartOfTasks[] = []
  let part: PartOfTasks = { tasks: [], restCount: 0 }
  let comments = 0
  const end = () => {
    if (part.tasks.length > 0) parts.push(part)
    part = { tasks: [], restCount: 0 }
    comments = 0
  }
  for (const task of all) {
    const { externalId, title, column, comments: written = [] } = task
    for (let from = 0; from === 0 || from < written.length; from += longest.comments) {
      const some = written.slice(from, from + longest.comments)
      const isRest = from > 0
      const hasRoom = part.tasks.length < maxTasks && comments + some.length <= MAX_COMMENTS_OF_PART
      if (isRest || !hasRoom) end()
      part.tasks.push(isRest ? { externalId, title, column, comments: some } : { ...task, comments: some })
      part.restCount += Number(isRest)
      comments += some.length
    }
  }
  end()
  return parts
}

/** The people whom tasks of a part name. */
export function peopleIn(tasks: PlannedTask[], people: ImportPlan['people']) {
  const named = new Set(
    tasks.flatMap(({ assignees = [], voters = [], comments = [], fields = {} }) => [
      ...assignees,
      ...voters,
      ...comments.flatMap(({ author }) => author ?? []),
      ...Object.values(fields).flatMap(value => [value].flat().map(String)),
    ]),
  )
  return people.filter(({ externalId }) => named.has(externalId))
}

export function addLosses(
  to: CountedLosses,
  losses: { kind: keyof CountedLosses; count?: number | undefined; example?: string | null | undefined }[],
): CountedLosses {
  const sum = { ...to }
  for (const { kind, count = 1, example = null } of losses) {
    const before = sum[kind]
    sum[kind] = { count: (before?.count ?? 0) + count, example: before?.example ?? example }
  }
  return sum
}

/** What is lost before anything is written: what the format cannot keep. */
export function lossesOf({ remarks }: FormatPlan) {
  return addLosses(
    {},
    remarks.map(({ kind, example, count }) => ({ kind, example, count })),
  )
}
