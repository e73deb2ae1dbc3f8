import { Id, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'

const Values = Type.Record(Type.String(), Type.Unknown())

export const Activity = Type.Object({
  id: Id,
  projectId: Id,
  boardId: Nullable(Id),
  taskId: Nullable(Id),
  actorId: Nullable(Id),
  actor: Nullable(UserSummary),
  type: Type.String(),
  before: Values,
  after: Values,
  createdAt: Instant,
})
export type Activity = Static<typeof Activity>
