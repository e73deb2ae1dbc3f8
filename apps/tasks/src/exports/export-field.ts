import type { TSchema } from 'typebox'
import type { FieldType } from '#fields/field.contract.ts'
import type { NumberedKind, Numbering } from './record-numbers.ts'

/** The custom fields of the project, by their ids or numbers on the side that is read. */
export type ExportedFields = ReadonlyMap<number, { name: string; type: FieldType }>

/** What translates the values of a record: to numbers in an export, or to ids in an import. */
export interface Translation extends Numbering {
  /** The custom fields as they are named on the side that is read. */
  fields: ExportedFields
  findPast: (kind: NumberedKind, past: NumberedKind, value: number) => number
  translatePriority: (value: unknown) => unknown
}

/** A field of a kind of records: how a file describes it, and what is translated in it. */
export interface ExportField {
  schema: TSchema
  /** The column, if it has another name. */
  column?: string
  /** What its ids refer to. */
  kind?: NumberedKind
  isList?: boolean
  /** Translates values in both directions, with the ids and numbers of either. */
  translate: (value: unknown, translation: Translation, row: Record<string, unknown>) => unknown
}
