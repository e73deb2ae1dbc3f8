import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { applyTaskChanges } from './apply-task-changes.ts'
import type { TaskMove } from './task.contract.ts'

/** The client names neighbours, never positions: what it saw may have changed, and the place is right all the same. */
export function moveTask(
  deps: Deps,
  actor: Actor,
  id: number,
  { columnId, afterTaskId, beforeTaskId, version, force }: TaskMove,
) {
  const neighbours = { afterId: afterTaskId ?? undefined, beforeId: beforeTaskId ?? undefined }
  return inTransaction(deps, (tx, emit) =>
    applyTaskChanges(deps, tx, emit, actor, id, {
      to: { columnId, neighbours, force },
      version,
      evenDeleted: true,
    }),
  )
}
