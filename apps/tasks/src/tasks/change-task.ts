import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { applyTaskChanges } from './apply-task-changes.ts'
import type { TaskChanges } from './task.contract.ts'

/** Absent stays, null clears. With a version, a field that has changed since is a conflict; other fields merge. */
export function changeTask(
  deps: Deps,
  actor: Actor,
  id: number,
  { version, force, columnId, ...fields }: TaskChanges,
) {
  const to = columnId === undefined ? undefined : { columnId, force }
  return inTransaction(deps, (tx, emit) =>
    applyTaskChanges(deps, tx, emit, actor, id, { fields, to, version }),
  )
}
