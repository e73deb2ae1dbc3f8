import { contractsOf, endpointsOf, open } from '@atrium/core/contract'
import {
  Body,
  CalendarDate,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, withScope } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'

export const Share = Type.Object({
  id: Id,
  boardId: Id,
  hasPassword: Type.Boolean(),
  endsAt: Nullable({ ...Instant, description: 'From then on the link no longer works' }),
  showsComments: Type.Boolean(),
  showsFiles: Type.Boolean(),
  createdBy: { ...UserSummary, description: 'The link works as long as this user may share the board' },
  createdAt: Instant,
  openedAt: Nullable({ ...Instant, description: 'When it was last opened, to the hour' }),
})
export type Share = Static<typeof Share>

export const CreatedShare = Type.Object({
  ...Share.properties,
  url: Type.String({ description: 'The link itself; shown only once' }),
})
export type CreatedShare = Static<typeof CreatedShare>

const MAX_PASSWORD = 200

export const NewShare = Body({
  password: Type.Optional(
    Nullable(Type.String({ minLength: 4, maxLength: MAX_PASSWORD, description: 'Readers have to enter it' })),
  ),
  endsAt: Type.Optional(Nullable(Instant)),
  showsComments: Default(Type.Boolean(), false),
  showsFiles: Default(Type.Boolean({ description: 'Readers can download attachments' }), false),
})
export type NewShare = Static<typeof NewShare>

const SharedComment = Type.Object({ author: Type.String(), text: Type.String(), createdAt: Instant })

const SharedFile = Type.Object({ id: Id, name: Type.String(), size: Type.Integer() })

const Colored = Type.Object({ name: Type.String(), color: Type.String() })

export const SharedTask = Type.Object({
  key: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String({ description: 'The first 5,000 characters, as Markdown' })),
  priority: Colored,
  startDate: Nullable(CalendarDate),
  dueDate: Nullable(CalendarDate),
  completedAt: Nullable(Instant),
  assignees: Type.Array(Type.String(), {
    description: 'First names with an initial, the responsible person first',
  }),
  stickers: Type.Array(Colored),
  checklistTotal: Type.Integer(),
  checklistDone: Type.Integer(),
  comments: Type.Optional(Type.Array(SharedComment, { description: 'The last 20, oldest first' })),
  files: Type.Optional(Type.Array(SharedFile)),
})
export type SharedTask = Static<typeof SharedTask>

/** What readers of a link get: no ids but those of files, no addresses, no members, no activity. */
export const SharedBoard = Type.Object({
  name: Type.String(),
  description: Nullable(Type.String()),
  projectName: Type.String(),
  columns: Type.Array(
    Type.Object({
      title: Type.String(),
      isDone: Type.Boolean(),
      taskCount: Type.Integer(),
      tasks: Type.Array(SharedTask, { description: 'At most 200, and 1,000 on the whole board' }),
    }),
  ),
})
export type SharedBoard = Static<typeof SharedBoard>

const contract = contractsOf('Share links')
const endpoint = endpointsOf('Share links')

export const listShares = contract('listShares', 'GET /board/:id/share', {
  summary: 'List share links',
  description: 'The links to a board, newest first, without their addresses.',
  access: withScope('tasks:manage', inProject('board.share')),
  query: ListQuery,
  reply: List(Share),
})

export const createShare = contract('createShare', 'POST /board/:id/share', {
  summary: 'Share a board by link',
  description:
    'Anyone with the link can read the board, without an account. The link ends when it is revoked, at `endsAt`, while the project is archived or the board is deleted, and when its creator can no longer share the board.',
  access: inProject('board.share'),
  body: NewShare,
  reply: Item(CreatedShare),
  errors: ['too_many_shares'],
})

export const deleteShare = contract('deleteShare', 'DELETE /share/:id', {
  summary: 'Revoke a share link',
  description: 'The link stops working at once.',
  access: inProject('board.share'),
  reply: Message,
})

const ShareParams = Type.Object({ token: Type.String({ maxLength: 100 }) })
const shared = { access: open, noCors: true, params: ShareParams } as const

export const openSharedBoard = endpoint('openSharedBoard', 'GET /share/:token', {
  ...shared,
  summary: 'Open a shared board',
  description: 'The page that a share link leads to. It asks for the password, if there is one.',
  isPage: true,
  statuses: { 401: 'The page asks for the password' },
  errors: ['share_not_found', 'identity_unavailable'],
})

export const readSharedBoard = endpoint('readSharedBoard', 'GET /share/:token/board', {
  ...shared,
  summary: 'Read a shared board',
  description: 'What the page of a share link shows, as data.',
  reply: Item(SharedBoard),
  errors: ['share_not_found', 'share_password_required', 'identity_unavailable'],
})

export const enterSharePassword = endpoint('enterSharePassword', 'POST /share/:token', {
  ...shared,
  summary: 'Enter the password of a share link',
  description:
    'Sets a cookie with which the link works in this browser for twelve hours. A form returns to the page.',
  body: Body({ password: Type.String({ maxLength: MAX_PASSWORD }) }),
  reply: Message,
  isPage: true,
  duringMaintenance: true,
  statuses: { 303: 'To the page, if the password was sent by a form' },
  setCookie: '`atrium_share_…`, not readable by scripts',
  errors: ['share_not_found', 'share_password_wrong', 'share_password_throttled', 'identity_unavailable'],
})

export const downloadSharedFile = endpoint('downloadSharedFile', 'GET /share/:token/file/:fileId', {
  ...shared,
  summary: 'Download a file of a shared board',
  description: 'Only if the link shows files.',
  params: Type.Object({ ...ShareParams.properties, fileId: Id }),
  produces: ['application/octet-stream'],
  statuses: { 304: 'The file has not changed (`If-None-Match`)' },
  errors: ['share_not_found', 'share_password_required', 'attachment_not_found', 'identity_unavailable'],
})
