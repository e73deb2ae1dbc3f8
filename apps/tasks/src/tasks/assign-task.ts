import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { applyTaskChanges } from './apply-task-changes.ts'

export function assignTask(deps: Deps, actor: Actor, id: number, assigneeId: number | null) {
  return inTransaction(deps, (tx, emit) =>
    applyTaskChanges(deps, tx, emit, actor, id, { fields: { assigneeId }, evenDeleted: true }),
  )
}
