import { type TSchema, Type } from 'typebox'
import { type Filter, parseFilter } from '#views/filter.contract.ts'
import { customFilterField, type FindField, findFilterField } from '#views/filter-fields.contract.ts'
import { printFilter } from '#views/filter-text.contract.ts'
import { FilterError } from '#views/filter-tokens.contract.ts'
import type { ExportField, Translation } from './export-field.ts'
import { NOTHING, type NumberedKind } from './record-numbers.ts'

const kindOf: Record<string, NumberedKind> = {
  board: 'boards',
  column: 'columns',
  sticker: 'stickers',
  parent: 'tasks',
  cycle: 'cycles',
  assignee: 'people',
  responsible: 'people',
  creator: 'people',
}

/** A filter that is not understood any more stays as it is. */
export function mapFilter(text: string, translation: Translation) {
  try {
    const findRead: FindField = name => {
      const type = translation.fields.get(Number(customId(name)))?.type
      return type ? customFilterField(type) : findFilterField(name)
    }
    const filter = mapAll(parseFilter(text, findRead), translation)
    const kinds = new Map(
      [...translation.fields].map(([key, { type }]) => [`cf${translation.find('fields', key)}`, type]),
    )
    return printFilter(filter, name => {
      const type = kinds.get(name)
      return type ? customFilterField(type) : findFilterField(name)
    })
  } catch (error) {
    if (error instanceof FilterError) return text
    throw error
  }
}

function mapAll(filter: Filter, translation: Translation): Filter {
  if ('not' in filter) return { not: mapAll(filter.not, translation) }
  if ('all' in filter) return { all: filter.all.map(part => mapAll(part, translation)) }
  if ('any' in filter) return { any: filter.any.map(part => mapAll(part, translation)) }
  const kind = kindOfField(filter.field, translation)
  return {
    ...filter,
    field: mapFieldName(filter.field, translation) ?? filter.field,
    values: filter.values.map(value =>
      kind && typeof value === 'number' ? (translation.find(kind, value) ?? NOTHING) : value,
    ),
  }
}

function kindOfField(field: string, { fields }: Translation) {
  const type = fields.get(Number(customId(field)))?.type
  if (type === 'select' || type === 'multi_select') return 'options'
  return type === 'person' ? 'people' : kindOf[field]
}

function customId(name: string) {
  return /^-?cf(\d{1,15})$/.exec(name)?.[1]
}

/** `cf12`, or `-cf12` for descending order; undefined if there is no such custom field. Other names stay. */
function mapFieldName(name: string, { find }: Translation) {
  const id = customId(name)
  if (id === undefined) return name
  const number = find('fields', id)
  return number === undefined ? undefined : `${name.startsWith('-') ? '-' : ''}cf${number}`
}

export const optionalFieldName: ExportField = {
  schema: Type.Union([Type.String(), Type.Null()]),
  translate: (value, translation) =>
    value === null ? null : (mapFieldName(String(value), translation) ?? null),
}

const column: TSchema = Type.Object({ name: Type.String(), width: Type.Optional(Type.Integer()) })

export const viewColumns: ExportField = {
  schema: Type.Array(column),
  translate: (value, translation) =>
    (value as { name: string }[]).flatMap(shown => {
      const name = mapFieldName(shown.name, translation)
      return name === undefined ? [] : [{ ...shown, name }]
    }),
}
