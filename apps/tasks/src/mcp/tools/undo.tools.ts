import { Type } from 'typebox'
import { undoCall } from '#agents/undo/undo-call.ts'
import { UndoResult } from '#agents/undo/undo-result.contract.ts'
import { describeUndone } from '#agents/undo/undone.ts'
import { Proposed, undoIdOf } from './changing.tools.ts'
import { changingTool } from './tool.ts'

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const UndoInput = Type.Object({ undoId: Type.String({ pattern: UUID }) }, { additionalProperties: false })

export const undoTool = changingTool({
  name: 'undo',
  title: 'Undo a change',
  description:
    'Takes back what one of your calls has changed in the last 30 days, by the `undoId` that it returned. What someone else has changed since stays as it is.',
  input: UndoInput,
  output: Type.Object({
    ...Type.Partial(UndoResult).properties,
    undoId: Type.Optional(Type.String()),
    ...Proposed,
  }),
  isDestructive: true,
  isIdempotent: true,
  taskIds: () => [],
  call: async (calls, { undoId }: { undoId: string }) => {
    const { deps, actor, language } = calls
    const undone = describeUndone(await undoCall(deps, actor, undoId), language)
    const refused = undone.refusals.map(({ taskId, message }) => `Task ${taskId}: ${message}`)
    return {
      content: { ...undone, undoId: undoIdOf(calls) },
      text: [`Undone: ${undone.undoneCount}`, ...refused].join('\n'),
    }
  },
})
