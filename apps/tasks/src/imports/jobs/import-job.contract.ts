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
  Nullable,
  OneOf,
  UploadedFile,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { signedIn, withScope } from '#access.contract.ts'
import { Loss, LossKind } from '../plan/import-plan.contract.ts'
import { importSourceIds } from '../plan/import-sources.contract.ts'
import { choices, ImportStart } from './import-choices.contract.ts'

const ImportSourceId = OneOf(...importSourceIds)

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

const SkipReason = OneOf('noTitle', 'archived', 'archivedList', 'noList')

const ReportedField = Type.Object({
  name: Type.String(),
  fieldId: Nullable({ ...Id, description: 'The custom field that takes the values' }),
  taskCount: Type.Integer(),
})

const ReportedSkips = Type.Object({
  reason: SkipReason,
  count: Type.Integer(),
})

const ImportReport = Type.Object({
  taskCount: Type.Integer({ description: 'How many tasks were found' }),
  commentCount: Type.Integer(),
  cycleCount: Type.Integer({ description: 'How many cycles the tasks are in' }),
  fileCount: Type.Integer({ description: 'Attachments that are fetched and stored' }),
  created: Type.Integer({ description: 'How many tasks have been created' }),
  known: Type.Integer({ description: 'How many tasks an earlier import had already created' }),
  people: Type.Array(ReportedPerson),
  columns: Type.Array(ReportedColumn),
  fields: Type.Array(ReportedField, { description: 'Fields of the other program' }),
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
  'permission_required',
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
  access: own,
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

const ImportNote = Type.Object({
  title: Type.String(),
  taskId: Nullable({ ...Id, description: 'Null for an item that became no task' }),
  reason: Nullable(SkipReason),
  losses: Type.Array(
    Type.Object({
      kind: LossKind,
      text: Type.String({ description: 'What is lost, in the language of the request' }),
    }),
  ),
})
export type ImportNote = Static<typeof ImportNote>

export const listImportNotes = contract('listImportNotes', 'GET /import/:id/note', {
  tag: 'Import',
  summary: 'List what needs attention',
  description: 'Items that an import left out, and tasks that lost something, in the order of the source.',
  access: own,
  query: ListQuery,
  reply: List(ImportNote),
  errors: ['import_not_found'],
})

export const beginImport = contract('beginImport', 'POST /import/:id/start', {
  tag: 'Import',
  summary: 'Import what a dry run has read',
  description:
    'Starts the import after a dry run, with the people and columns that you have chosen. Nothing is fetched again but attachments.',
  access: own,
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
