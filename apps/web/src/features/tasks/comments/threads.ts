import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'

export interface Thread {
  /** The id of its first comment. */
  id: number
  /** Undefined while it is on an earlier page. */
  first: Comment | undefined
  /** Oldest first. */
  replies: Comment[]
}

/** Groups comments, oldest first, by the comment that they reply to. */
export function threadsOf(comments: Comment[]): Thread[] {
  const groups = Map.groupBy(comments, ({ id, replyToId }) => replyToId ?? id)
  return [...groups]
    .map(([id, all]) => ({
      id,
      first: all.find(comment => comment.id === id),
      replies: all.filter(comment => comment.id !== id),
    }))
    .toSorted((one, other) => one.id - other.id)
}

/** What a deletion leaves, as the service does it: the oldest reply begins the thread. */
export function withoutComment(comments: Comment[], id: number): Comment[] {
  const replies = comments.filter(({ replyToId }) => replyToId === id)
  const oldest = Math.min(...replies.map(reply => reply.id))
  return comments.flatMap(comment => {
    if (comment.id === id) return []
    if (comment.replyToId !== id) return comment
    return { ...comment, replyToId: comment.id === oldest ? null : oldest }
  })
}
