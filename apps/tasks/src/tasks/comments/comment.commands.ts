import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound } from '#errors.ts'
import { requireRight } from '#projects/require-right.ts'
import { lockTask } from '../task.queries.ts'
import type { Comment, CommentText, NewComment } from './comment.contract.ts'
import * as queries from './comment.queries.ts'
import { findMentions, getComment, lockComment } from './comment.queries.ts'

const EXCERPT_CHARACTERS = 200

export function createComment(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { text, replyToId: repliedId }: NewComment,
): Promise<Comment> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId } = await lockTask(tx, taskId)
    const replyToId = repliedId ? await findThread(tx, taskId, repliedId) : null
    const mentions = await findMentions(tx, projectId, text)
    const comment = await queries.insertComment(tx, {
      taskId,
      projectId,
      replyToId,
      authorId: actor.id,
      text,
      mentions,
    })
    const reply = replyToId === null ? {} : { replyToId }
    const after = { commentId: comment.id, ...reply, mentions, excerpt: excerptOf(comment.text) }
    await emit({ type: 'comment.created', projectId, boardId, taskId, actorId: actor.id, after })
    return comment
  })
}

/** The comment that begins the thread of a comment of the task. */
async function findThread(tx: Database, taskId: number, commentId: number) {
  const replied = await queries.findComment(tx, commentId)
  if (replied?.taskId !== taskId) throw new Conflict('replied_comment_not_found')
  return replied.replyToId ?? replied.id
}

function excerptOf(text: string) {
  return Array.from(text).slice(0, EXCERPT_CHARACTERS).join('')
}

/** Only the author can edit a comment, whatever the role of anyone else. */
export function updateComment(deps: Deps, actor: Actor, id: number, { text }: CommentText): Promise<Comment> {
  return inTransaction(deps, async (tx, emit) => {
    const { task, comment } = await lockComment(tx, id)
    if (comment.authorId !== actor.id) throw new Forbidden('not_comment_author')
    if (comment.text === text) return comment
    const mentions = await findMentions(tx, task.projectId, text)
    await queries.updateComment(tx, id, { text, mentions }, deps.now().toISOString())
    const { id: taskId, projectId, boardId } = task
    // Users who were mentioned before have already been notified.
    const added = mentions.filter(userId => !comment.mentions.includes(userId))
    const after = { commentId: id, mentions: added }
    await emit({ type: 'comment.updated', projectId, boardId, taskId, actorId: actor.id, after })
    return getComment(tx, id)
  })
}

export function deleteComment(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { task, comment } = await lockComment(tx, id)
    const { authorId, mentions } = comment
    if (authorId !== actor.id) {
      const access = await queries.findCommentAccess(tx, actor.id, id)
      if (!access) throw new NotFound('comment_not_found')
      requireRight(actor, access, 'comment.delete.any')
    }
    const { id: taskId, projectId, boardId } = task
    await queries.promoteOldestReply(tx, projectId, id)
    await queries.deleteComment(tx, id)
    const before = { commentId: id, authorId, mentions }
    await emit({ type: 'comment.deleted', projectId, boardId, taskId, actorId: actor.id, before })
  })
}
