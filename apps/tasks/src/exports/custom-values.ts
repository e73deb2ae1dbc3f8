import { type TSchema, Type } from 'typebox'
import type { FieldType } from '#fields/field.contract.ts'
import type { ExportField, Translation } from './export-field.ts'

const value: TSchema = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.Integer({ minimum: 1 })),
])

/** The values of a task by its custom fields: options and people are numbers of this export. */
export const customValues: ExportField = {
  schema: Type.Record(Type.String({ pattern: '^[1-9][0-9]*$' }), value, {
    description: 'By the numbers of custom fields; options and people are numbers of this export',
  }),
  translate: (values, translation) =>
    Object.fromEntries(
      Object.entries(values as object).flatMap(([key, given]) => {
        const name = translation.find('fields', key)
        const translated = translateValue(given, translation.fields.get(Number(key))?.type, translation)
        return name === undefined || translated === undefined ? [] : [[String(name), translated]]
      }),
    ),
}

/** What a field is filled with in a new task. */
export const defaultValue: ExportField = {
  schema: Type.Union([value, Type.Null()]),
  translate: (given, translation, { type }) =>
    given === null ? null : (translateValue(given, type as FieldType, translation) ?? null),
}

/** Undefined if it refers to what is not part of the export. */
export function translateValue(given: unknown, type: FieldType | undefined, { find }: Translation): unknown {
  if (given === null) return given
  if (type === 'select') return find('options', given)
  if (type === 'person') return find('people', given)
  if (type !== 'multi_select') return given
  return (given as unknown[]).flatMap(option => find('options', option) ?? [])
}
