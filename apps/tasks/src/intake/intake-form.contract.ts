import { contractsOf, endpointsOf, open } from '@atrium/core/contract'
import {
  Body,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, withScope } from '#access.contract.ts'

export const MAX_FORMS = 20
export const MAX_FORM_FIELDS = 20
export const MAX_DAILY_LIMIT = 1000

export const Intake = Type.Object({
  isAvailable: Type.Boolean({ description: 'Whether the installation allows forms (`INTAKE_FORMS=on`)' }),
  isEnabled: Type.Boolean({ description: 'Whether the forms of the project work' }),
})
export type Intake = Static<typeof Intake>

export const IntakeChange = Body({ isEnabled: Type.Boolean() })
export type IntakeChange = Static<typeof IntakeChange>

export const FieldUse = OneOf('hidden', 'optional', 'required')
export type FieldUse = Static<typeof FieldUse>

const asked = { fieldId: Id, isRequired: Type.Boolean() }
const AskedField = Type.Object(asked)
export type AskedField = Static<typeof AskedField>

export const IntakeForm = Type.Object({
  id: Id,
  projectId: Id,
  columnId: Type.Integer({ ...Id, description: 'Where its tasks are created' }),
  boardId: Id,
  name: Type.String(),
  introduction: Nullable(Type.String()),
  description: FieldUse,
  email: FieldUse,
  fields: Type.Array(AskedField, { description: 'Custom fields that it asks for' }),
  dailyLimit: Type.Integer({ description: 'How many entries it takes per day, in UTC' }),
  isEnabled: Type.Boolean(),
  url: Type.String({ description: 'The page of the form, which anyone can open' }),
  sentAt: Nullable({ ...Instant, description: 'When something was last sent' }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type IntakeForm = Static<typeof IntakeForm>

const MAX_INTRODUCTION = 2000
const introduction = Nullable(
  Type.String({ maxLength: MAX_INTRODUCTION, description: 'Plain text above the fields' }),
)
const fields = Type.Array(Body(asked), {
  maxItems: MAX_FORM_FIELDS,
  description: 'Custom fields of the project, except those for people',
})
export const DailyLimit = Type.Integer({ minimum: 1, maximum: MAX_DAILY_LIMIT })

export const NewIntakeForm = Body({
  name: Name(100),
  columnId: Id,
  introduction: Type.Optional(introduction),
  description: Default(FieldUse, 'optional'),
  email: Default(FieldUse, 'optional'),
  fields: Type.Optional(fields),
  dailyLimit: Default(DailyLimit, 100),
  isEnabled: Default(Type.Boolean(), true),
})
export type NewIntakeForm = Static<typeof NewIntakeForm>

export const IntakeFormChanges = Body({
  name: Type.Optional(Name(100)),
  columnId: Type.Optional(Id),
  introduction: Type.Optional(introduction),
  description: Type.Optional(FieldUse),
  email: Type.Optional(FieldUse),
  fields: Type.Optional(fields),
  dailyLimit: Type.Optional(DailyLimit),
  isEnabled: Type.Optional(Type.Boolean()),
})
export type IntakeFormChanges = Static<typeof IntakeFormChanges>

export const MAX_TITLE = 200
export const MAX_DESCRIPTION = 10_000

const text = Type.Optional(Type.String({ maxLength: MAX_DESCRIPTION }))

/** What a visitor sends. Which parts are needed depends on the form, and the page says what is wrong with them. */
export const Entry = Type.Unsafe<Entry>({
  ...Type.Object({
    title: text,
    description: text,
    email: text,
    website: Type.Optional(
      Type.String({
        maxLength: MAX_DESCRIPTION,
        description: 'Stays empty: only programs that fill in every field send it',
      }),
    ),
  }),
  patternProperties: {
    '^field_[1-9]\\d{0,15}$': {
      type: ['string', 'array'],
      maxLength: 2000,
      maxItems: 100,
      items: { type: 'string', maxLength: 2000 },
      description: 'The value of the custom field with this ID',
    },
  },
  additionalProperties: false,
})
export interface Entry extends EntryTexts {
  [field: `field_${string}`]: string | string[]
}
interface EntryTexts {
  title?: string
  description?: string
  email?: string
  website?: string
}

const contract = contractsOf('Intake forms')
const endpoint = endpointsOf('Intake forms')
/** The address of a form is enough to create tasks. */
const read = withScope('tasks:manage', inProject('form.read'))
const write = inProject('form.write')

export const getIntake = contract('getIntake', 'GET /project/:id/intake', {
  summary: 'Get whether forms work',
  description: 'Whether the installation and the project have turned public forms on. Both are off at first.',
  access: read,
  reply: Item(Intake),
})

export const updateIntake = contract('updateIntake', 'PUT /project/:id/intake', {
  summary: 'Turn the forms of a project on or off',
  description: 'While they are off, the pages of the forms answer 404.',
  access: write,
  body: IntakeChange,
  reply: Item(Intake),
})

export const listIntakeForms = contract('listIntakeForms', 'GET /project/:id/intake-form', {
  summary: 'List forms',
  description: 'The public forms of a project, by name.',
  access: read,
  query: ListQuery,
  reply: List(IntakeForm),
})

export const createIntakeForm = contract('createIntakeForm', 'POST /project/:id/intake-form', {
  summary: 'Create a form',
  description:
    'Anyone who knows the address of the form can send something without an account, which becomes a task in the column. Its activity says through which form it was created. A form also asks for every custom field that new tasks need.',
  access: write,
  body: NewIntakeForm,
  reply: Item(IntakeForm),
  errors: ['too_many_forms'],
})

export const updateIntakeForm = contract('updateIntakeForm', 'PUT /intake-form/:id', {
  summary: 'Update a form',
  description: 'Changes the given fields. The address stays.',
  access: write,
  body: IntakeFormChanges,
  reply: Item(IntakeForm),
})

export const deleteIntakeForm = contract('deleteIntakeForm', 'DELETE /intake-form/:id', {
  summary: 'Delete a form',
  description: 'Its address stops working. Tasks that were created through it stay.',
  access: write,
  reply: Message,
})

const FormParams = Type.Object({ token: Type.String({ maxLength: 100 }) })
const visited = { access: open, noCors: true, params: FormParams, isPage: true } as const

export const openIntakeForm = endpoint('openIntakeForm', 'GET /form/:token', {
  ...visited,
  summary: 'Open a form',
  description: 'The page of a form. With `sent`, it says that the entry has arrived.',
  query: Type.Object({ sent: Type.Optional(Type.String({ maxLength: 10 })) }),
  errors: ['form_not_found'],
})

export const sendIntakeForm = endpoint('sendIntakeForm', 'POST /form/:token', {
  ...visited,
  summary: 'Send a form',
  description:
    'Creates a task. A browser gets the page again, other clients JSON. Pages of other sites are refused.',
  body: Entry,
  reply: Message,
  statuses: { 303: 'To the page that says that it has arrived' },
  errors: ['form_not_found', 'form_throttled', 'form_full', 'form_closed', 'foreign_origin'],
})
