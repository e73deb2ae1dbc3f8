import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { lockTask, selectTaskAccess } from '../task.queries.ts'
import type { Comment, CommentFilters } from './comment.contract.ts'
import { reactionsOfComment } from './reaction.queries.ts'

export async function findCommentAccess(db: Database, userId: number, id: number) {
  const access = await selectTaskAccess(db, userId)
    .innerJoin('comments', 'comments.taskId', 'tasks.id')
    .where('comments.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const commentRecord = { find: findCommentAccess, notFound: 'comment_not_found' } as const

/** Locks the task, so that the comment stays as it is until the transaction ends. */
export async function lockComment(tx: Database, id: number) {
  const { taskId } = await getComment(tx, id)
  const task = await lockTask(tx, taskId)
  return { task, comment: await getComment(tx, id) }
}

export async function getComment(db: Database, id: number): Promise<Comment> {
  const comment = await findComment(db, id)
  if (!comment) throw new NotFound('comment_not_found')
  return comment
}

export function findComment(db: Database, id: number): Promise<Comment | undefined> {
  return selectComments(db).where('comments.id', '=', id).executeTakeFirst()
}

export function listComments(db: Database, taskId: number, { orderBy, ...page }: CommentFilters) {
  const comments = selectComments(db)
    .where('comments.taskId', '=', taskId)
    .orderBy('comments.id', orderOf(orderBy).direction)
  return listPage(comments, pageOf(page))
}

export async function insertComment(
  tx: Database,
  comment: Pick<Comment, 'taskId' | 'replyToId' | 'authorId' | 'text' | 'mentions'> & { projectId: number },
): Promise<Comment> {
  const inserted = tx.with('comments', db => db.insertInto('comments').values(comment).returningAll())
  return selectComments(inserted as unknown as Database).executeTakeFirstOrThrow()
}

export async function updateComment(
  tx: Database,
  id: number,
  changes: Pick<Comment, 'text' | 'mentions'>,
  now: string,
) {
  await tx
    .updateTable('comments')
    .set({ ...changes, updatedAt: now, editedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Keeps the thread of a comment that is about to be deleted: its oldest reply begins it from now on. */
export async function promoteOldestReply(tx: Database, projectId: number, id: number) {
  await sql`update comments set reply_to_id = nullif(oldest.id, comments.id)
    from (select min(id) as id from comments where project_id = ${projectId} and reply_to_id = ${id}) as oldest
    where comments.project_id = ${projectId} and comments.reply_to_id = ${id}`.execute(tx)
}

export async function deleteComment(tx: Database, id: number) {
  await tx.deleteFrom('comments').where('id', '=', id).execute()
}

function selectComments(db: Database) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select([
      'comments.id',
      'comments.taskId',
      'comments.replyToId',
      'comments.authorId',
      'comments.text',
      'comments.createdAt',
      'comments.updatedAt',
      'comments.editedAt',
      sql<number[]>`to_json(comments.mentions)`.as('mentions'),
      reactionsOfComment.as('reactions'),
      userSummary.$castTo<UserSummary>().as('author'),
    ])
}

/** The members of the project whom a text mentions as `@[12]`, each once. */
export async function findMentions(db: Database, projectId: number, text: string) {
  const mentioned = mentionedIds(text)
  if (mentioned.length === 0) return []
  const members = await db
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', sql<number>`any(${mentioned}::bigint[])`)
    .select('userId')
    .execute()
  const ids = new Set(members.map(({ userId }) => userId))
  return mentioned.filter(id => ids.has(id))
}

function mentionedIds(text: string) {
  const ids = [...text.matchAll(/@\[(\d{1,16})\]/g)].map(([, id]) => Number(id))
  return [...new Set(ids)].filter(Number.isSafeInteger)
}
