import type { FieldType } from '#fields/field.contract.ts'

/** `null` is `none`; days are `2026-01-31`, `today` or `today+7`; durations are seconds. */
export type FilterValue = number | string | boolean | null

export type FieldKind = 'record' | 'person' | 'number' | 'duration' | 'date' | 'text' | 'words' | 'boolean'

export interface FieldOfFilter {
  kind: FieldKind
  /** Whether a task can be without a value, which is written as `none`. */
  isNullable?: boolean
  /** Whether records can also be named by their names. */
  hasNames?: boolean
}

/** What conditions can be about. How each becomes SQL is in filter-conditions.ts. */
export const filterFields = {
  project: { kind: 'record', hasNames: true },
  board: { kind: 'record', hasNames: true },
  column: { kind: 'record', hasNames: true },
  priority: { kind: 'record', hasNames: true },
  sticker: { kind: 'record', hasNames: true, isNullable: true },
  parent: { kind: 'record', isNullable: true },
  /** `current` stands for the cycles that include today. */
  cycle: { kind: 'record', hasNames: true, isNullable: true },
  assignee: { kind: 'person', isNullable: true },
  responsible: { kind: 'person', isNullable: true },
  creator: { kind: 'person' },
  number: { kind: 'number' },
  title: { kind: 'text' },
  text: { kind: 'words' },
  due: { kind: 'date', isNullable: true },
  start: { kind: 'date', isNullable: true },
  created: { kind: 'date' },
  updated: { kind: 'date' },
  completed: { kind: 'date', isNullable: true },
  estimate: { kind: 'duration', isNullable: true },
  tracked: { kind: 'duration' },
  votes: { kind: 'number' },
  overdue: { kind: 'boolean' },
  recurring: { kind: 'boolean' },
  blocked: { kind: 'boolean' },
  archived: { kind: 'boolean' },
} as const satisfies Record<string, FieldOfFilter>

export type FilterField = keyof typeof filterFields

/** What screens call a field whose name in the API is another one. */
const synonyms: Record<string, FilterField> = { label: 'sticker', status: 'column' }

export function filterFieldName(written: string) {
  const name = written.toLowerCase()
  return Object.hasOwn(synonyms, name) ? (synonyms[name] as FilterField) : name
}

const customFields: Record<FieldType, FieldOfFilter> = {
  text: { kind: 'text', isNullable: true },
  url: { kind: 'text', isNullable: true },
  number: { kind: 'number', isNullable: true },
  date: { kind: 'date', isNullable: true },
  checkbox: { kind: 'boolean' },
  select: { kind: 'record', hasNames: true, isNullable: true },
  multi_select: { kind: 'record', hasNames: true, isNullable: true },
  person: { kind: 'person', isNullable: true },
}

/** A custom field, which conditions name as `cf12`. */
export function customFilterField(type: FieldType) {
  return customFields[type]
}

/** The field with a name; undefined for an unknown one. */
export type FindField = (name: string) => FieldOfFilter | undefined

export const findFilterField: FindField = name =>
  Object.hasOwn(filterFields, name) ? filterFields[name as FilterField] : undefined

const equality = ['=', '!='] as const
const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const

export const operatorsOf = {
  record: equality,
  person: equality,
  number: comparisons,
  duration: comparisons,
  date: comparisons,
  text: ['~', '!~', '=', '!='],
  words: ['~', '!~'],
  boolean: ['='],
} as const satisfies Record<FieldKind, readonly string[]>

export type Operator = (typeof operatorsOf)[FieldKind][number]

/** Operators that take any number of values. */
export function takesSeveral(operator: Operator) {
  return !/[<>]/.test(operator)
}
