import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import { lockComment } from './comment.queries.ts'
import * as queries from './reaction.queries.ts'

const MAX_EMOJI_PER_COMMENT = 20

export function addReaction(deps: Deps, actor: Actor, commentId: number, emoji: string) {
  return inTransaction(deps, async (tx, emit) => {
    const { task } = await lockComment(tx, commentId)
    const { id: taskId, projectId, boardId } = task
    const own = { commentId, projectId, userId: actor.id, emoji }
    const isNew = await queries.insertReaction(tx, own, deps.now().toISOString())
    const reactions = await queries.listReactions(tx, projectId, commentId)
    if (reactions.length > MAX_EMOJI_PER_COMMENT) {
      throw new Conflict('too_many_reactions', { limit: MAX_EMOJI_PER_COMMENT })
    }
    if (isNew) {
      const after = { commentId, emoji }
      await emit({ type: 'reaction.added', projectId, boardId, taskId, actorId: actor.id, after })
    }
    return { commentId, reactions }
  })
}

export function removeReaction(deps: Deps, actor: Actor, commentId: number, emoji: string) {
  return inTransaction(deps, async (tx, emit) => {
    const { task } = await lockComment(tx, commentId)
    const { id: taskId, projectId, boardId } = task
    if (await queries.deleteReaction(tx, { commentId, projectId, userId: actor.id, emoji })) {
      const before = { commentId, emoji }
      await emit({ type: 'reaction.removed', projectId, boardId, taskId, actorId: actor.id, before })
    }
    return { commentId, reactions: await queries.listReactions(tx, projectId, commentId) }
  })
}
