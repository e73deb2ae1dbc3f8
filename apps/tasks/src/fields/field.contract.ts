import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { Color } from '#projects/color.contract.ts'

export const MAX_FIELDS = 50
export const MAX_OPTIONS = 100

export const FieldType = OneOf(
  'text',
  'number',
  'date',
  'checkbox',
  'select',
  'multi_select',
  'person',
  'url',
)
export type FieldType = Static<typeof FieldType>

/** The lanes of a board can be grouped by fields of these types: each task is in one lane. */
export const laneFieldTypes = ['select', 'person', 'checkbox'] as const satisfies FieldType[]

/** Text, a number, a day, true or false, the id of an option or a user, or ids of several options. */
export type FieldValue = string | number | boolean | number[]
/** In this order the serializer recognizes a list before it takes it for text. */
const valueSchema = { type: ['array', 'boolean', 'number', 'string'], items: Id }
export const NullableFieldValue = Type.Unsafe<FieldValue | null>({
  ...valueSchema,
  type: [...valueSchema.type, 'null'],
})

/** By the id of the field; a field without a value is not listed. */
export type FieldValues = Record<string, FieldValue>
export const FieldValues = Type.Unsafe<FieldValues>({
  type: 'object',
  patternProperties: { '^.*$': valueSchema },
  description: 'Values of custom fields by the ID of the field',
})

/** Each value is checked against the type of its field. */
export type FieldInput = Record<string, FieldValue | null>
export const FieldInput = Type.Unsafe<FieldInput>({
  type: 'object',
  patternProperties: { '^[1-9]\\d{0,15}$': NullableFieldValue },
  additionalProperties: false,
  maxProperties: MAX_FIELDS,
  description:
    'Values of custom fields by the ID of the field: text, a number, a date, `true` or `false`, the ID of an option or of a user, or a list of option IDs. `null` clears one.',
})

export const FieldOption = Type.Object({ id: Id, name: Type.String(), color: Type.String() })
export type FieldOption = Static<typeof FieldOption>

export const CustomField = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  type: FieldType,
  isRequired: Type.Boolean(),
  defaultValue: NullableFieldValue,
  showsOnCard: Type.Boolean(),
  options: Type.Array(FieldOption, { description: 'Of a list, in its order' }),
})
export type CustomField = Static<typeof CustomField>

const name = Name(50)
const defaultValue = Type.Optional(
  Type.Unsafe<FieldValue | null>({
    ...NullableFieldValue,
    description: 'What new tasks get; `null` for none',
  }),
)
const isRequired = Type.Optional(
  Type.Boolean({ description: 'New tasks need a value, and it cannot be cleared' }),
)
const showsOnCard = Type.Optional(Type.Boolean({ description: 'Boards show it on their cards' }))

const newOption = { name, color: Type.Optional(Color) }

export const NewField = Body({
  name,
  type: FieldType,
  options: Type.Optional(
    Type.Array(
      Body({
        ...newOption,
        isDefault: Type.Optional(Type.Boolean({ description: 'New tasks get this option' })),
      }),
      { maxItems: MAX_OPTIONS },
    ),
  ),
  isRequired,
  defaultValue,
  showsOnCard,
})
export type NewField = Static<typeof NewField>

export const FieldChanges = Body({ name: Type.Optional(name), isRequired, defaultValue, showsOnCard })
export type FieldChanges = Static<typeof FieldChanges>

export const FieldOrder = Body({ fieldIds: Type.Array(Id, { uniqueItems: true, maxItems: 1000 }) })
export type FieldOrder = Static<typeof FieldOrder>

export const Removal = Type.Object({
  force: Type.Optional(Type.Boolean({ description: 'Also if tasks use it' })),
})
export type Removal = Static<typeof Removal>

export const NewFieldOption = Body(newOption)
export type NewFieldOption = Static<typeof NewFieldOption>

export const FieldOptionChanges = Body({ name: Type.Optional(name), color: Type.Optional(Color) })
export type FieldOptionChanges = Static<typeof FieldOptionChanges>

export const FieldOptionOrder = Body({ optionIds: Type.Array(Id, { uniqueItems: true, maxItems: 1000 }) })
export type FieldOptionOrder = Static<typeof FieldOptionOrder>

export const TypeChange = Body({
  type: FieldType,
  losses: Type.Unsafe<'refuse' | 'drop'>({
    ...OneOf('refuse', 'drop'),
    description: 'What to do if values cannot be converted: change nothing (409), or drop those values',
  }),
})
export type TypeChange = Static<typeof TypeChange>

const Conversion = {
  kept: Type.Integer({ description: 'Values that convert to the new type' }),
  lost: Type.Integer({ description: 'Values that do not' }),
}
export const TypeChangePreview = Type.Object({
  ...Conversion,
  lostExamples: Type.Array(Type.String(), { description: 'Some of the values that do not convert' }),
})
export type TypeChangePreview = Static<typeof TypeChangePreview>

export const ChangedType = Type.Object({ item: CustomField, ...Conversion })
export type ChangedType = Static<typeof ChangedType>

const contract = contractsOf('Custom fields')

export const listFields = contract('listFields', 'GET /project/:id/field', {
  summary: 'List the fields of a project',
  description: 'The custom fields of the project in their order, with the options of lists.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(CustomField),
})

export const createField = contract('createField', 'POST /project/:id/field', {
  summary: 'Create a field',
  description:
    'Adds the field at the end. Existing tasks have no value in it, also if it is required or has a default. A project has at most 50 fields (409), a list at most 100 options.',
  access: inProject('field.write'),
  body: NewField,
  reply: Item(CustomField),
  errors: ['too_many_custom_fields', 'custom_field_name_taken', 'custom_field_option_name_taken'],
})

export const reorderFields = contract('reorderFields', 'POST /project/:id/field/reorder', {
  summary: 'Reorder fields',
  description: 'Send all fields of the project in their new order as `fieldIds`; any other list is 422.',
  access: inProject('field.write'),
  body: FieldOrder,
  reply: List(CustomField),
})

export const updateField = contract('updateField', 'PUT /field/:id', {
  summary: 'Update a field',
  description: 'Changes what is given. The type is changed with `POST /field/{id}/change-type`.',
  access: inProject('field.write'),
  body: FieldChanges,
  reply: Item(CustomField),
  errors: ['custom_field_name_taken'],
})

export const previewTypeChange = contract('previewTypeChange', 'GET /field/:id/type-change', {
  summary: 'Preview a change of type',
  description: 'How many values of tasks convert to the type and how many would be lost. Changes nothing.',
  access: inProject('field.write'),
  query: Type.Object({ type: FieldType }),
  reply: Item(TypeChangePreview),
})

export const changeFieldType = contract('changeFieldType', 'POST /field/:id/change-type', {
  summary: 'Change the type of a field',
  description:
    'Converts the values of all tasks by what they say: the text "5" becomes the number 5, and texts become the options of a list. Values that do not convert are lost, so `losses` is required: `refuse` changes nothing if there are any (409), `drop` removes them.',
  access: inProject('field.write'),
  body: TypeChange,
  reply: ChangedType,
  errors: ['field_values_lost'],
})

export const deleteField = contract('deleteField', 'DELETE /field/:id', {
  summary: 'Delete a field',
  description: 'Removes its values from all tasks. If there are any, 409 unless `force` is `true`.',
  access: inProject('field.write'),
  query: Removal,
  reply: Message,
  errors: ['field_in_use'],
})

export const createFieldOption = contract('createFieldOption', 'POST /field/:id/option', {
  summary: 'Add an option to a list',
  description: 'Adds the option at the end. A list has at most 100 options (409).',
  access: inProject('field.write'),
  body: NewFieldOption,
  reply: Item(CustomField),
  errors: ['field_has_no_options', 'too_many_field_options', 'custom_field_option_name_taken'],
})

export const reorderFieldOptions = contract('reorderFieldOptions', 'POST /field/:id/option/reorder', {
  summary: 'Reorder the options of a list',
  description: 'Send all options of the field in their new order as `optionIds`; any other list is 422.',
  access: inProject('field.write'),
  body: FieldOptionOrder,
  reply: Item(CustomField),
})

export const updateFieldOption = contract('updateFieldOption', 'PUT /field/option/:id', {
  summary: 'Update an option',
  description: 'Changes its name or color. Tasks that have it show the change at once.',
  access: inProject('field.write'),
  body: FieldOptionChanges,
  reply: Item(CustomField),
  errors: ['custom_field_option_name_taken'],
})

export const deleteFieldOption = contract('deleteFieldOption', 'DELETE /field/option/:id', {
  summary: 'Delete an option',
  description: 'Removes it from all tasks. If any has it, 409 unless `force` is `true`.',
  access: inProject('field.write'),
  query: Removal,
  reply: Item(CustomField),
  errors: ['field_option_in_use'],
})
