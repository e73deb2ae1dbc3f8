import type { CustomField, FieldType } from '#fields/field.contract.ts'
import { type Condition, type Filter, parseFilter } from '#views/filter.contract.ts'
import { customFilterField, type FindField, findFilterField } from '#views/filter-fields.contract.ts'
import { printFilter } from '#views/filter-text.contract.ts'
import { FilterError } from '#views/filter-tokens.contract.ts'
import type { ProjectContent, TemplateView } from './content/content.contract.ts'

export interface NumberedField {
  id: number
  type: FieldType
  optionIds: number[]
}

/** What views can refer to, in the order of the template. */
export interface Numbered {
  board: number[]
  column: number[]
  sticker: number[]
  fields: NumberedField[]
}

/** In a template, everything is known by its place in it, from 1. */
export function placesOf(content: Pick<ProjectContent, 'boards' | 'stickers' | 'fields'>): Renaming {
  const places = (list: unknown[]) => list.map((_, index) => index + 1)
  const numbered = {
    board: places(content.boards),
    column: places(content.boards.flatMap(({ columns }) => columns)),
    sticker: places(content.stickers),
    fields: content.fields.map(({ type, options = [] }, index) => ({
      id: index + 1,
      type,
      optionIds: places(options),
    })),
  }
  return { from: numbered, to: numbered }
}

export function numberedFields(fields: CustomField[]): NumberedField[] {
  return fields.map(({ id, type, options }) => ({ id, type, optionIds: options.map(option => option.id) }))
}

/** Both have the same things in the same order, under other numbers. */
interface Renaming {
  from: Numbered
  to: Numbered
}

/** The view with the other numbers; undefined if it refers to something that is not part of it. */
export function renameInView<View extends Omit<TemplateView, 'name' | 'kind'>>(
  view: View,
  renaming: Renaming,
): View | undefined {
  const filter = renameInFilter(view.filter, renaming)
  if (filter === undefined) return undefined
  const rename = (name: string) => renameField(name, renaming)
  return {
    ...view,
    filter,
    orderBy: view.orderBy && (rename(view.orderBy) ?? null),
    groupBy: view.groupBy && (rename(view.groupBy) ?? null),
    columns: view.columns.flatMap(column => {
      const name = rename(column.name)
      return name === undefined ? [] : [{ ...column, name }]
    }),
  }
}

/** `cf12`, or `-cf12` for descending order; other names stay. */
function renameField(name: string, { from, to }: Renaming) {
  const [, sign = '', id] = /^(-?)cf(\d+)$/.exec(name) ?? []
  if (id === undefined) return name
  const index = from.fields.findIndex(field => field.id === Number(id))
  const field = to.fields[index]
  return field && `${sign}cf${field.id}`
}

function renameInFilter(text: string, renaming: Renaming) {
  try {
    const filter = renameAll(parseFilter(text, findIn(renaming.from)), renaming)
    return filter && printFilter(filter, findIn(renaming.to))
  } catch (error) {
    if (error instanceof FilterError) return undefined
    throw error
  }
}

function findIn({ fields }: Numbered): FindField {
  return name => {
    const custom = fields.find(({ id }) => name === `cf${id}`)
    return custom ? customFilterField(custom.type) : findFilterField(name)
  }
}

function renameAll(filter: Filter, renaming: Renaming): Filter | undefined {
  if ('not' in filter) {
    const not = renameAll(filter.not, renaming)
    return not && { not }
  }
  if ('field' in filter) return renameCondition(filter, renaming)
  const parts = ('all' in filter ? filter.all : filter.any).map(part => renameAll(part, renaming))
  if (parts.some(part => part === undefined)) return undefined
  return 'all' in filter ? { all: parts as Filter[] } : { any: parts as Filter[] }
}

function renameCondition(condition: Condition, renaming: Renaming): Condition | undefined {
  const field = renameField(condition.field, renaming)
  if (field === undefined) return undefined
  const lists = listsFor(condition.field, renaming)
  if (!lists) return { ...condition, field }
  const values = condition.values.map(value =>
    typeof value === 'number' ? lists.to[lists.from.indexOf(value)] : value,
  )
  return values.includes(undefined)
    ? undefined
    : { ...condition, field, values: values as Condition['values'] }
}

/** The numbers of what a condition refers to; undefined if its values mean the same everywhere. */
function listsFor(field: string, { from, to }: Renaming) {
  if (field === 'board' || field === 'column' || field === 'sticker') {
    return { from: from[field], to: to[field] }
  }
  // Tasks, cycles and other projects are no part of a template.
  if (field === 'parent' || field === 'project' || field === 'cycle') return { from: [], to: [] }
  const index = from.fields.findIndex(({ id }) => field === `cf${id}`)
  const [one, other] = [from.fields[index], to.fields[index]]
  if (one?.type !== 'select' && one?.type !== 'multi_select') return undefined
  return { from: one.optionIds, to: other?.optionIds ?? [] }
}
