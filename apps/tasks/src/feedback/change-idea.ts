import { Forbidden } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Idea, IdeaChanges, NewIdea } from './idea.contract.ts'
import { deleteIdea, getIdea, insertIdea, updateIdea } from './idea.queries.ts'

export function createIdea(deps: Deps, actor: Actor, idea: NewIdea): Promise<Idea> {
  return inTransaction(deps, async tx => {
    const id = await insertIdea(tx, actor.id, idea, deps.now().toISOString())
    return getIdea(tx, id)
  })
}

export function changeIdea(deps: Deps, id: number, changes: IdeaChanges): Promise<Idea> {
  return inTransaction(deps, async tx => {
    await updateIdea(tx, id, changes, deps.now().toISOString())
    return getIdea(tx, id)
  })
}

/** By whoever had it, or by whoever may read all. */
export function removeIdea(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const idea = await getIdea(tx, id)
    if (idea.userId !== actor.id && !actor.permissions.has('feedback.read')) {
      throw new Forbidden('The ideas of others need the permission feedback.read', {
        details: { permission: 'feedback.read' },
      })
    }
    await deleteIdea(tx, id)
  })
}
