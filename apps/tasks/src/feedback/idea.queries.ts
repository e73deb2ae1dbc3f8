import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database, DB } from '#database.ts'
import { Forbidden, NotFound } from '#errors.ts'
import type { Idea, IdeaChanges, IdeaFilters, NewIdea } from './idea.contract.ts'

export async function getIdea(db: Database, id: number): Promise<Idea> {
  const idea = await selectIdeas(db).where('ideaFeedback.id', '=', id).executeTakeFirst()
  if (!idea) throw new NotFound('idea_not_found')
  return idea
}

/** Their own, or with the permission feedback.read all of them. */
export function listIdeasFor(db: Database, actor: Actor, filters: IdeaFilters) {
  if (actor.permissions.has('feedback.read')) return listIdeas(db, filters)
  if ((filters.userId ?? actor.id) !== actor.id) requireReadAll(actor)
  return listIdeas(db, { ...filters, userId: actor.id })
}

export function requireReadAll({ permissions }: Actor) {
  const permission = 'feedback.read'
  if (!permissions.has(permission)) throw new Forbidden('permission_required', { permission })
}

function listIdeas(db: Database, filters: IdeaFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const ideas = selectIdeas(db)
    .where(matching(filters))
    .orderBy(`ideaFeedback.${field}`, direction)
    .orderBy('ideaFeedback.id', direction)
  return listPage(ideas, pageOf(filters))
}

export async function insertIdea(tx: Database, userId: number, idea: NewIdea, now: string) {
  const { id } = await tx
    .insertInto('ideaFeedback')
    .values({ ...idea, userId, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateIdea(tx: Database, id: number, { status }: IdeaChanges, now: string) {
  await tx.updateTable('ideaFeedback').set({ status, updatedAt: now }).where('id', '=', id).execute()
}

export async function deleteIdea(tx: Database, id: number) {
  const { numDeletedRows } = await tx.deleteFrom('ideaFeedback').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('idea_not_found')
}

/** Every idea has its user; the join is a left one because PostgreSQL then leaves it out of the count. */
function selectIdeas(db: Database) {
  return db
    .selectFrom('ideaFeedback')
    .leftJoin('users', 'users.id', 'ideaFeedback.userId')
    .select([
      'ideaFeedback.id',
      'ideaFeedback.userId',
      'ideaFeedback.type',
      'ideaFeedback.title',
      'ideaFeedback.description',
      'ideaFeedback.status',
      'ideaFeedback.createdAt',
      'ideaFeedback.updatedAt',
      userSummary.as('user'),
    ])
    .$castTo<Idea>()
}

function matching({ type, status, userId, search = '' }: IdeaFilters) {
  const words = search.split(/\s+/).filter(Boolean)
  return ({ eb, and }: ExpressionBuilder<DB, 'ideaFeedback'>) =>
    and([
      ...(type ? [eb('ideaFeedback.type', '=', type)] : []),
      ...(status ? [eb('ideaFeedback.status', '=', status)] : []),
      ...(userId ? [eb('ideaFeedback.userId', '=', userId)] : []),
      ...words.map(mentions),
    ])
}

function mentions(word: string) {
  return sql<SqlBool>`lower(idea_feedback.title || ' ' || idea_feedback.description) like lower(${containing(word)})`
}
