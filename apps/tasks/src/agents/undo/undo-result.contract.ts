import { Id, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const UndoRefusal = Type.Object({
  taskId: Nullable(Id),
  code: Type.String(),
  message: Type.String(),
  field: Type.Optional(Type.String({ description: 'What stays as it is' })),
})

export const UndoResult = Type.Object({
  changedIds: Type.Array(Id, { description: 'The tasks that are restored, in part or entirely' }),
  undoneCount: Type.Integer({ description: 'Tasks, comments and time that were restored or removed' }),
  refusals: Type.Array(UndoRefusal),
})
export type UndoResult = Static<typeof UndoResult>
