import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Idea, IdeaChanges, NewIdea } from './idea.contract.ts'
import * as queries from './idea.queries.ts'
import { getIdea, requireReadAll } from './idea.queries.ts'

export function createIdea(deps: Deps, actor: Actor, idea: NewIdea): Promise<Idea> {
  return inTransaction(deps, async tx => {
    const id = await queries.insertIdea(tx, actor.id, idea, deps.now().toISOString())
    return getIdea(tx, id)
  })
}

export function updateIdea(deps: Deps, id: number, changes: IdeaChanges): Promise<Idea> {
  return inTransaction(deps, async tx => {
    await queries.updateIdea(tx, id, changes, deps.now().toISOString())
    return getIdea(tx, id)
  })
}

/** Everyone can delete their own ideas. */
export function deleteIdea(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const idea = await getIdea(tx, id)
    if (idea.userId !== actor.id) requireReadAll(actor)
    await queries.deleteIdea(tx, id)
  })
}
