import { type TSchema, Type } from 'typebox'
import { BoardBackground } from '#boards/board.contract.ts'
import { type AskedField, DailyLimit, FieldUse, MAX_FORM_FIELDS } from '#intake/intake-form.contract.ts'
import { MemberRole } from '#projects/rights.contract.ts'
import { mapPayload } from './event-payloads.ts'
import type { ExportField } from './export-field.ts'
import { NOTHING, type NumberedKind } from './record-numbers.ts'
import { mapMentions } from './text-mentions.ts'
import { mapFilter } from './view-filters.ts'

function plain(schema: TSchema): ExportField {
  return { schema, translate: value => value }
}

function nullable(schema: TSchema) {
  return Type.Union([schema, Type.Null()])
}

const number = Type.Integer({ minimum: 1 })

export const text = plain(Type.String())
export const optionalText = plain(nullable(Type.String()))
export const integer = plain(Type.Integer())
export const optionalInteger = plain(nullable(Type.Integer()))
export const yesOrNo = plain(Type.Boolean())
export const instant = plain(Type.String({ format: 'date-time' }))
export const optionalInstant = plain(nullable(Type.String({ format: 'date-time' })))
export const day = plain(Type.String({ format: 'date' }))
export const optionalDay = plain(nullable(Type.String({ format: 'date' })))
export const days = plain(Type.Array(Type.String({ format: 'date' })))
export const optionalBackground = plain(nullable(BoardBackground))
export const texts = plain(Type.Array(Type.String()))
export const anyObject = plain(Type.Record(Type.String(), Type.Unknown()))
/** `infinity` is a stage that has not ended. */
export const instantOrNever = plain(
  Type.Union([Type.String({ format: 'date-time' }), Type.Literal('infinity')]),
)

/** The number of a record that is always part of the export. */
export function refersTo(kind: NumberedKind): ExportField {
  return {
    kind,
    schema: Type.Integer({ minimum: NOTHING, description: `A record of ${kind}` }),
    translate: (value, { find }) => find(kind, value) ?? NOTHING,
  }
}

export function canReferTo(kind: NumberedKind): ExportField {
  return {
    kind,
    schema: nullable({ ...number, description: `A record of ${kind}` }),
    translate: (value, { find }) => (value === null ? null : (find(kind, value) ?? null)),
  }
}

export function listOf(kind: NumberedKind): ExportField {
  return {
    kind,
    isList: true,
    schema: Type.Array({ ...number, description: `Records of ${kind}` }),
    translate: (value, { find }) =>
      (value as unknown[]).flatMap(one => {
        const found = find(kind, one)
        return found === undefined ? [] : [found]
      }),
  }
}

/** Markdown in which `@[1]` mentions a person. */
export const textWithMentions: ExportField = {
  schema: Type.String({ description: 'In Markdown; `@[1]` mentions a person' }),
  translate: (value, translation) => mapMentions(String(value), translation),
}

export const optionalTextWithMentions: ExportField = {
  schema: nullable(textWithMentions.schema),
  translate: (value, translation, row) =>
    value === null ? null : textWithMentions.translate(value, translation, row),
}

/** What an event has recorded, with the ids in it. */
export const payload: ExportField = {
  schema: Type.Record(Type.String(), Type.Unknown()),
  translate: mapPayload,
}

export const filter: ExportField = {
  schema: Type.String({ description: 'In the query language, with the numbers of this export' }),
  translate: (value, translation) => mapFilter(String(value), translation),
}

/** What reports know about is kept longer than the record itself: a negative number is one of the past. */
export function pastOr(kind: NumberedKind, past: NumberedKind): ExportField {
  return {
    schema: Type.Integer({ description: `A record of ${kind}, or a negative number for one that is gone` }),
    translate: (value, translation) => translation.findPast(kind, past, Number(value)),
  }
}

/** Priorities are the same in all projects of an installation, so an export names them. */
export const priority: ExportField = {
  column: 'priorityId',
  schema: Type.String({ description: 'The name of the priority' }),
  translate: (value, translation) => translation.translatePriority(value),
}

export const role = plain(MemberRole)

export const fieldUse = plain(FieldUse)
export const dailyLimit = plain(DailyLimit)

/** The custom fields that a form asks for. */
export const askedFields: ExportField = {
  schema: Type.Array(
    Type.Object(
      { fieldId: { ...number, description: 'A record of fields' }, isRequired: Type.Boolean() },
      { additionalProperties: false },
    ),
    { maxItems: MAX_FORM_FIELDS },
  ),
  translate: (value, { find }) =>
    (value as AskedField[]).flatMap(({ fieldId, isRequired }) => {
      const found = find('fields', fieldId)
      return found === undefined ? [] : [{ fieldId: found, isRequired }]
    }),
}

export const sha256 = plain(
  Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Its content is `files/` and this' }),
)

export const withoutProject: ExportField = {
  column: 'projectId',
  schema: Type.Boolean({ description: 'Whether other projects use it as well' }),
  translate: value => value === null,
}
