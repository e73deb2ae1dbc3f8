import { Body, Id, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { TimeZone } from '#administration/user.contract.ts'
import { ColumnTitle, MAX_COLUMNS } from '#boards/column.contract.ts'
import { MAX_FIELDS } from '#fields/field.contract.ts'
import { type CsvMapping, csvFields } from '../formats/csv/csv-columns.contract.ts'
import { longest } from '../plan/import-plan.contract.ts'

const ExternalId = Type.String({ minLength: 1, maxLength: longest.externalId })

const MappedPerson = Body({
  externalId: ExternalId,
  userId: Nullable({ ...Id, description: 'Null for someone who has no account here' }),
})

const MappedColumn = Body({
  externalId: ExternalId,
  title: Type.Optional({ ...ColumnTitle, description: 'Columns with the same title become one' }),
  isDone: Type.Optional(Type.Boolean({ description: 'Tasks in this column are completed' })),
})

const MappedField = Body({
  name: Type.String({ minLength: 1, maxLength: longest.person, description: 'In the other program' }),
  fieldId: Nullable({ ...Id, description: 'A custom field of the project; null to leave the values out' }),
})

export const MappedPeople = Type.Array(MappedPerson, { maxItems: 5000 })
export type MappedPeople = Static<typeof MappedPeople>
export const MappedColumns = Type.Array(MappedColumn, { maxItems: MAX_COLUMNS })
export type MappedColumns = Static<typeof MappedColumns>
export const MappedFields = Type.Array(MappedField, { maxItems: 500 })
export type MappedFields = Static<typeof MappedFields>

/** The index of a column in a table. */
const Index = Type.Integer({ minimum: 0, maximum: 10_000 })

const Mapping = Type.Unsafe<CsvMapping>(
  Body(Object.fromEntries(csvFields.map(field => [field, Type.Optional(Index)]))),
)

export const FileOptions = Body({
  mapping: Type.Optional(Mapping),
  fields: Type.Optional(Type.Array(Body({ id: Id, index: Index }), { maxItems: MAX_FIELDS })),
  isMonthFirst: Type.Optional(Type.Boolean()),
  timeZone: Type.Optional({ ...TimeZone, description: 'In which instants become days' }),
  projectId: Type.Optional(Type.String({ maxLength: longest.externalId })),
})
export type FileOptions = Static<typeof FileOptions>

/** A value, or its JSON as the text of a form field. */
function valueOrText<T>(schema: object, type: 'array' | 'object', description: string) {
  return Type.Optional(
    Type.Unsafe<T | string>({ ...schema, type: [type, 'string'], maxLength: 1_000_000, description }),
  )
}

export const choices = {
  people: valueOrText<MappedPeople>(
    MappedPeople,
    'array',
    'Which account each person of the other program has here; the others are found by email address or name. In a form, JSON',
  ),
  columns: valueOrText<MappedColumns>(
    MappedColumns,
    'array',
    'Other titles for columns, and which of them are for completed tasks. In a form, JSON',
  ),
  fields: valueOrText<MappedFields>(
    MappedFields,
    'array',
    'Which custom field takes the values of each field of the other program; the others are found by name. In a form, JSON',
  ),
  options: valueOrText<FileOptions>(
    FileOptions,
    'object',
    'How a file is read. For CSV: the index of each column in `mapping` and, for custom fields, in `fields`, and whether dates have the month first. For Vikunja: the project of the export in `projectId`. In a form, JSON',
  ),
  projectId: Type.Optional({
    ...Id,
    description: 'A project that you can import to. If left out, the import creates a project',
  }),
  boardId: Type.Optional({
    ...Id,
    description: 'A board of `projectId`. If left out, the import creates a board',
  }),
  name: Type.Optional({ ...Name(200), description: 'Of the new project or board' }),
  withArchived: Type.Optional(Type.Boolean({ description: 'Also import what is archived' })),
  createsOptions: Type.Optional(
    Type.Boolean({
      description: 'Create options that lists of the project do not have; a new project always gets them',
    }),
  ),
}

export const ImportStart = Body(choices)
export type ImportStart = Static<typeof ImportStart>
