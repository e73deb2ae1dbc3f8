import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Comment, CommentText } from './comment.contract.ts'
import { getComment, insertComment } from './comment.queries.ts'
import { findMentions } from './comment-mentions.queries.ts'
import { lockTask } from './task.queries.ts'

const EXCERPT_CHARACTERS = 200

export function createComment(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { text }: CommentText,
): Promise<Comment> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId } = await lockTask(tx, taskId)
    const mentions = await findMentions(tx, projectId, text)
    const id = await insertComment(tx, { taskId, authorId: actor.id, text, mentions })
    const comment = await getComment(tx, id)
    await emit({
      type: 'comment.created',
      projectId,
      boardId,
      taskId,
      actorId: actor.id,
      after: { commentId: id, mentions, excerpt: excerptOf(comment.text) },
    })
    return comment
  })
}

function excerptOf(text: string) {
  return Array.from(text).slice(0, EXCERPT_CHARACTERS).join('')
}
