import { CalendarDate, Id, Instant, Nullable } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'
import { MemberRole } from '#projects/project.schema.ts'
import { Board } from './board.schema.ts'
import { Column } from './column.schema.ts'

/** A task as a board shows it. */
export const Card = Type.Object({
  id: Id,
  number: Id,
  columnId: Id,
  title: Type.String(),
  priorityId: Id,
  assigneeId: Nullable(Id),
  startDate: Nullable(CalendarDate),
  dueDate: Nullable(CalendarDate),
  estimateSeconds: Nullable(Type.Integer()),
  position: Type.Integer(),
  version: Type.Integer(),
  stickerIds: Type.Array(Id),
  commentCount: Type.Integer(),
  attachmentCount: Type.Integer(),
  checklistTotal: Type.Integer(),
  checklistDone: Type.Integer(),
  trackedSeconds: Type.Integer(),
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
  stickers: Type.Array(StickerOfBoard, { description: 'Those that a task here may carry' }),
  myRole: Nullable(MemberRole),
  changeId: Type.Integer({ description: 'Changes since this snapshot: lastEventId=-changeId' }),
})
export type FullBoard = Static<typeof FullBoard>

export const FullBoardQuery = Type.Object({
  perColumn: Type.Integer({
    default: 200,
    description:
      'Tasks of each column at most, from the top; forced into 0…5000, and into 50 000 of all columns together',
  }),
})
