import { containing } from '@atrium/database/containing'
import { EntityNotFound } from '@atrium/http/errors'
import { orderOf, type Page } from '@atrium/http/pagination'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import type { NewPost, Post, PostChanges, PostFilters } from './post.schema.ts'

export async function getPost(db: Database, id: number): Promise<Post> {
  const post = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
  return found(post)
}

export async function listPosts(db: Database, filters: PostFilters, { limit, offset }: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  return db
    .selectFrom('posts')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
}

export async function countPosts(db: Database, filters: PostFilters) {
  const { total } = await db
    .selectFrom('posts')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function insertPost(db: Database, post: NewPost): Promise<Post> {
  return db.insertInto('posts').values(post).returningAll().executeTakeFirstOrThrow()
}

export async function updatePost(db: Database, id: number, changes: PostChanges): Promise<Post> {
  return found(
    await db.updateTable('posts').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
  )
}

export async function deletePost(db: Database, id: number): Promise<Post> {
  return found(await db.deleteFrom('posts').where('id', '=', id).returningAll().executeTakeFirst())
}

function found(post: Post | undefined) {
  if (!post) throw new EntityNotFound('Post')
  return post
}

function matching({ search }: PostFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'posts'>) =>
    and(search ? [eb('name', 'ilike', containing(search))] : [])
}
