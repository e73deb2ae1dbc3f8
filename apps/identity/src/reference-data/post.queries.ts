import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { NewPost, Post, PostChanges, PostFilters } from './post.contract.ts'

export async function getPost(db: Database, id: number): Promise<Post> {
  const post = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
  return found(post)
}

export function listPosts(db: Database, filters: PostFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const posts = db
    .selectFrom('posts')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
  return listPage(posts, pageOf(filters))
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
  if (!post) throw new NotFound('post_not_found')
  return post
}

function matching({ search }: PostFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'posts'>) =>
    and(search ? [eb('name', 'ilike', containing(search))] : [])
}
