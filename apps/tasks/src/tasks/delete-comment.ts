import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { requireRight } from '#projects/require-right.ts'
import { deleteComment, findCommentPlace, holdComment } from './comment.queries.ts'

/** By its author, or by whoever may delete any. */
export function removeComment(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { task, comment } = await holdComment(tx, id)
    if (comment.authorId !== actor.id) {
      const place = await findCommentPlace(tx, actor.id, id)
      if (!place) throw new EntityNotFound('Comment')
      requireRight(actor, place, 'comment.delete.any')
    }
    await deleteComment(tx, id)
    await emit({
      type: 'comment.deleted',
      projectId: task.projectId,
      boardId: task.boardId,
      taskId: task.id,
      actorId: actor.id,
      before: { commentId: id, authorId: comment.authorId, mentions: comment.mentions },
    })
  })
}
