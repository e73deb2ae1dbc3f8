import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Reaction } from './reaction.contract.ts'

/** The reactions of the selected comments, in the order in which each emoji was first used. */
export const reactionsOfComment = sql<Reaction[]>`coalesce((
  select json_agg(json_build_object('emoji', emoji, 'count', count, 'users', people) order by since, emoji)
  from (
    select emoji, count(*) as count, min(comment_reactions.created_at) as since,
      json_agg(json_build_object('id', reader.id, 'surname', reader.surname, 'name', reader.name,
        'avatarUrl', reader.avatar_url) order by comment_reactions.created_at, reader.id) as people
    from comment_reactions join users as reader on reader.id = comment_reactions.user_id
    where comment_reactions.project_id = comments.project_id and comment_reactions.comment_id = comments.id
    group by emoji
  ) as reactions), '[]')`

export async function listReactions(db: Database, projectId: number, commentId: number): Promise<Reaction[]> {
  const comment = await db
    .selectFrom('comments')
    .where('projectId', '=', projectId)
    .where('id', '=', commentId)
    .select(reactionsOfComment.as('reactions'))
    .executeTakeFirst()
  return comment?.reactions ?? []
}

interface OwnReaction {
  projectId: number
  commentId: number
  userId: number
  emoji: string
}

/** Returns whether the user had not reacted with it yet. */
export async function insertReaction(tx: Database, reaction: OwnReaction, createdAt: string) {
  const added = await tx
    .insertInto('commentReactions')
    .values({ ...reaction, createdAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('emoji')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns whether the user had reacted with it. */
export async function deleteReaction(tx: Database, { projectId, commentId, userId, emoji }: OwnReaction) {
  const { numDeletedRows } = await tx
    .deleteFrom('commentReactions')
    .where('projectId', '=', projectId)
    .where('commentId', '=', commentId)
    .where('userId', '=', userId)
    .where('emoji', '=', emoji)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
