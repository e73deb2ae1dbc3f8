import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { deleteStar, insertStar } from './navigation.queries.ts'

/** Starring twice changes nothing. */
export function starBoard(deps: Deps, actor: Actor, boardId: number) {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await insertStar(tx, actor.id, boardId, deps.now()))) return
    await emit({ type: 'NavigationChanged', userId: actor.id })
  })
}

export function unstarBoard(deps: Deps, actor: Actor, boardId: number) {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await deleteStar(tx, actor.id, boardId))) return
    await emit({ type: 'NavigationChanged', userId: actor.id })
  })
}
