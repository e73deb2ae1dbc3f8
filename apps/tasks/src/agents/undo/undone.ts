import type { Language } from '@atrium/core/language'
import { describeRefusal } from '#tasks/bulk/refusals.ts'
import type { Undone } from './undo.commands.ts'
import type { UndoResult } from './undo-result.contract.ts'

/** What was undone, in words where it was not. */
export function describeUndone({ refusals, ...undone }: Undone, language: Language): UndoResult {
  return {
    ...undone,
    refusals: refusals.map(({ taskId, ...refusal }) => ({
      ...describeRefusal({ taskId: taskId ?? 0, ...refusal }, language),
      taskId,
    })),
  }
}
