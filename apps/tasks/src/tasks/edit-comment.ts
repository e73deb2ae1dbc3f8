import { Forbidden } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Comment, CommentText } from './comment.contract.ts'
import { getComment, holdComment, updateComment } from './comment.queries.ts'
import { findMentions } from './comment-mentions.queries.ts'

/** Nobody puts words into somebody else's mouth, whatever their role. */
export function editComment(deps: Deps, actor: Actor, id: number, { text }: CommentText): Promise<Comment> {
  return inTransaction(deps, async (tx, emit) => {
    const { task, comment } = await holdComment(tx, id)
    if (comment.authorId !== actor.id) throw new Forbidden('Only the author of a comment may edit it')
    if (comment.text === text) return comment
    const mentions = await findMentions(tx, task.projectId, text)
    await updateComment(tx, id, { text, mentions }, deps.now().toISOString())
    await emit({
      type: 'comment.updated',
      projectId: task.projectId,
      boardId: task.boardId,
      taskId: task.id,
      actorId: actor.id,
      // Who was mentioned before has been told already.
      after: { commentId: id, mentions: mentions.filter(userId => !comment.mentions.includes(userId)) },
    })
    return getComment(tx, id)
  })
}
