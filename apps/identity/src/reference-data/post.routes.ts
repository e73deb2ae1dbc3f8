import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './post.commands.ts'
import { createPost, deletePost, getPost, listPosts, updatePost } from './post.contract.ts'
import * as queries from './post.queries.ts'

export function postRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listPosts, {}, ({ query }) => queries.listPosts(db, query))

  route(getPost, {}, async ({ params }) => ({ item: await queries.getPost(db, params.id) }))

  route(createPost, {}, async ({ actor, body }) => ({ item: await commands.createPost(deps, actor, body) }))

  route(updatePost, {}, async ({ actor, params, body }) => ({
    item: await commands.updatePost(deps, actor, params.id, body),
  }))

  route(deletePost, {}, async ({ actor, params }) => {
    await commands.deletePost(deps, actor, params.id)
    return { message: 'Job title deleted' }
  })
}
