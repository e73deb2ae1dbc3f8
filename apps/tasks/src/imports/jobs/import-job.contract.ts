import { contract, endpoint } from '@atrium/core/contract'
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
  UploadedFile,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission, signedIn, withScope } from '#access.contract.ts'
import { ColumnTitle, MAX_COLUMNS } from '#boards/column.contract.ts'
import { Loss, longest } from '../plan/import-plan.contract.ts'

export const ImportSourceId = OneOf(
  'trello',
  'planka',
  'kanboard',
  'vikunja',
  'wekan',
  'jira',
  'plane',
  'github',
  'gitlab',
  'gitea',
  'csv',
  'atrium',
)
export type ImportSourceId = Static<typeof ImportSourceId>

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

export const MappedPeople = Type.Array(MappedPerson, { maxItems: 5000 })
export type MappedPeople = Static<typeof MappedPeople>
export const MappedColumns = Type.Array(MappedColumn, { maxItems: MAX_COLUMNS })
export type MappedColumns = Static<typeof MappedColumns>

/** A list, or its JSON as the text of a form field. */
function listOrText<T>(list: object, description: string) {
  return Type.Optional(
    Type.Unsafe<T | string>({ ...list, type: ['array', 'string'], maxLength: 200_000, description }),
  )
}

const people = listOrText<MappedPeople>(
  MappedPeople,
  'Which account each person of the other program has here; the others are found by email address or name. In a form, JSON',
)
const columns = listOrText<MappedColumns>(
  MappedColumns,
  'Other titles for columns, and which of them are for completed tasks. In a form, JSON',
)

const choices = {
  people,
  columns,
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
}

export const NewImport = Body({
  source: ImportSourceId,
  file: Type.Optional(UploadedFile),
  address: Type.Optional(
    Type.String({
      trim: true,
      minLength: 1,
      maxLength: 2000,
      description: 'Of the other program, or of a project or board in it',
    }),
  ),
  token: Type.Optional(
    Type.String({
      trim: true,
      minLength: 1,
      maxLength: 2000,
      description: 'Deleted as soon as the import ends',
    }),
  ),
  ...choices,
  dryRun: Default(
    Type.Boolean({
      description: 'Only read and count; `POST /import/{id}/start` imports what has been read',
    }),
    false,
  ),
})
export type NewImport = Static<typeof NewImport>

export const ImportStart = Body(choices)
export type ImportStart = Static<typeof ImportStart>

const ReportedPerson = Type.Object({
  externalId: Type.String(),
  name: Type.String(),
  userId: Nullable({ ...Id, description: 'The account that is recognized, or that you have chosen' }),
  taskCount: Type.Integer(),
})

const ReportedColumn = Type.Object({
  externalId: Type.String(),
  title: Type.String(),
  isDone: Type.Boolean(),
  taskCount: Type.Integer(),
})

const ReportedSkips = Type.Object({
  reason: OneOf('noTitle', 'archived', 'archivedList', 'noList'),
  count: Type.Integer(),
})

const ImportReport = Type.Object({
  taskCount: Type.Integer({ description: 'How many tasks were found' }),
  commentCount: Type.Integer(),
  fileCount: Type.Integer({ description: 'Attachments that are fetched and stored' }),
  created: Type.Integer({ description: 'How many tasks have been created' }),
  known: Type.Integer({ description: 'How many tasks an earlier import had already created' }),
  people: Type.Array(ReportedPerson),
  columns: Type.Array(ReportedColumn),
  skipped: Type.Array(ReportedSkips),
})
export type ImportReport = Static<typeof ImportReport>

export const ImportJob = Type.Object({
  id: Id,
  source: ImportSourceId,
  name: Nullable({ ...Type.String(), description: 'Of the project or board, as soon as it has been read' }),
  address: Nullable(Type.String()),
  status: OneOf('waiting', 'running', 'done', 'failed'),
  isDryRun: Type.Boolean(),
  projectId: Nullable(Id),
  boardId: Nullable(Id),
  progress: Type.Object({
    step: Type.Unsafe<'reading' | 'tasks' | 'files'>({
      ...OneOf('reading', 'tasks', 'files'),
      description: 'Answers are read first, then tasks are created, then attachments are fetched',
    }),
    done: Type.Integer(),
    total: Nullable({ ...Type.Integer(), description: 'Null while it is unknown' }),
  }),
  losses: Type.Array(
    Type.Object({
      ...Loss.properties,
      text: Type.String({ description: 'What is lost, in the language of the request' }),
    }),
  ),
  report: ImportReport,
  error: Nullable(
    Type.Object({
      code: Type.String(),
      message: Type.String({ description: 'In the language of the request' }),
    }),
  ),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  revocableUntil: Nullable({ ...Instant, description: 'Until when it can be taken back' }),
})
export type ImportJob = Static<typeof ImportJob>

const own = withScope('tasks:manage', signedIn)
const refusals = [
  'project_not_found',
  'not_a_member',
  'role_too_low',
  'outside_token_projects',
  'project_archived',
  'too_many_imports',
] as const

export const startImport = endpoint('startImport', 'POST /import', {
  tag: 'Import',
  summary: 'Import from another program',
  description:
    'The server reads a file (a multipart form) or fetches a project from an `address` with a `token`, and imports it with columns, people, comments and attachments, even while you are signed out. Importing the same again adds only what is missing. No one is notified. `GET /import/{id}` shows the progress.',
  access: permission('projects.create'),
  body: NewImport,
  reply: Item(ImportJob),
  errors: [...refusals, 'outbound_address_refused'],
})

export const listImports = contract('listImports', 'GET /import', {
  tag: 'Import',
  summary: 'List your imports',
  description: 'Those of the last 30 days, newest first.',
  access: own,
  query: ListQuery,
  reply: List(ImportJob),
})

export const getImport = contract('getImport', 'GET /import/:id', {
  tag: 'Import',
  summary: 'Get an import',
  description: 'One of your imports: its progress, what could not be imported, and the report.',
  access: own,
  reply: Item(ImportJob),
  errors: ['import_not_found'],
})

export const beginImport = contract('beginImport', 'POST /import/:id/start', {
  tag: 'Import',
  summary: 'Import what a dry run has read',
  description:
    'Starts the import after a dry run, with the people and columns that you have chosen. Nothing is fetched again but attachments.',
  access: permission('projects.create'),
  body: ImportStart,
  reply: Item(ImportJob),
  errors: [...refusals, 'import_not_found', 'import_not_ready'],
})

export const takeBackImport = contract('takeBackImport', 'DELETE /import/:id', {
  tag: 'Import',
  summary: 'Take an import back',
  description:
    'Within a day. Stops the import if it is running, and moves the tasks it has created to the trash. A board that it has created is deleted unless it has other tasks by now, and so is a project: it is archived. What was imported can be imported again.',
  access: own,
  reply: Message,
  errors: ['import_not_found', 'import_too_old', 'not_a_member', 'role_too_low', 'project_archived'],
})
