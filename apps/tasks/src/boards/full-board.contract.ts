import { endpoint } from '@atrium/core/contract'
import { CalendarDate, Default, Id, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { CustomField, FieldValues } from '#fields/field.contract.ts'
import { Member } from '#projects/member.contract.ts'
import { Project } from '#projects/project.contract.ts'
import { MemberRole } from '#projects/rights.contract.ts'
import { Board } from './board.contract.ts'
import { Column } from './column.contract.ts'

/** A task as a board shows it. */
export const Card = Type.Object({
  id: Id,
  number: Id,
  columnId: Id,
  title: Type.String(),
  priorityId: Id,
  assigneeId: Nullable(Id),
  assigneeIds: Type.Array(Id, { description: 'Everyone on the task, the responsible person first' }),
  cycleId: Nullable(Id),
  startDate: Nullable(CalendarDate),
  dueDate: Nullable(CalendarDate),
  estimateSeconds: Nullable(Type.Integer()),
  position: Type.Integer(),
  coverId: Nullable({ ...Id, description: 'The attachment that the card shows, an image' }),
  version: Type.Integer(),
  stickerIds: Type.Array(Id),
  fields: Type.Unsafe<FieldValues>({
    ...FieldValues,
    description:
      'Values of the custom fields that are shown on cards, and of lists, people and checkboxes, by the ID of the field',
  }),
  commentCount: Type.Integer(),
  voteCount: Type.Integer(),
  attachmentCount: Type.Integer(),
  checklistTotal: Type.Integer(),
  checklistDone: Type.Integer(),
  trackedSeconds: Type.Integer(),
  linkCount: Type.Integer(),
  pullRequestState: Nullable(Type.String()),
  recurrenceId: Nullable(Id),
  parentId: Nullable(Id),
  subtaskTotal: Type.Integer(),
  subtaskDone: Type.Integer(),
  isBlocked: Type.Boolean(),
  completedAt: Nullable(Instant),
  updatedAt: Instant,
})
export type Card = Static<typeof Card>

const StickerOfBoard = Type.Object({
  id: Id,
  projectId: Nullable(Id),
  name: Type.String(),
  color: Type.String(),
  icon: Nullable(Type.String()),
})

export const FullBoard = Type.Object({
  ...Board.properties,
  columns: Type.Array(Type.Object({ ...Column.properties, tasks: Type.Array(Card) })),
  stickers: Type.Array(StickerOfBoard, { description: 'Stickers that tasks on this board can have' }),
  customFields: Type.Array(CustomField, { description: 'Of the project, in their order' }),
  myRole: Nullable(MemberRole),
  changeId: Type.Integer({
    description: 'To follow changes since this snapshot, open `GET /events` with `lastEventId=-{changeId}`',
  }),
})
export type FullBoard = Static<typeof FullBoard>

export const FullBoardQuery = Type.Object({
  perColumn: Default(
    Type.Integer({
      description:
        'Maximum number of tasks per column, from the top; clamped to 0–5000, and to 50,000 on the whole board',
    }),
    200,
  ),
  withProject: Type.Optional(
    Type.Boolean({ description: 'Adds the project and its first 1,000 members to the response' }),
  ),
})

export type FullBoardQuery = Static<typeof FullBoardQuery>

export const getFullBoard = endpoint('getFullBoard', 'GET /board/:id/full', {
  tag: 'Boards',
  summary: 'Get a board with its tasks',
  description:
    'Columns, cards and stickers in one response, as a board view needs them. Archived tasks are not among the cards; `GET /task` lists them with `archived=true`. Changes since then can be followed with `GET /events` from `changeId` on. With the `ETag` of an earlier response in `If-None-Match`, an unchanged board is 304.',
  access: inProject('project.read'),
  query: FullBoardQuery,
  statuses: { 304: 'The board has not changed (`If-None-Match`)' },
  reply: Type.Object({
    item: FullBoard,
    project: Type.Optional(Project),
    members: Type.Optional(Type.Array(Member)),
  }),
})
