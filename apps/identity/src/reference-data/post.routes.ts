import type { App } from '@atrium/http/create-app'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changePost, createPost, removePost } from './manage-posts.ts'
import { getPost, listPosts } from './post.queries.ts'
import { NewPost, Post, PostChanges, PostFilters } from './post.schema.ts'

const tags = ['Reference data']
const read = needs('system:manage', permission('posts.read'))
const write = needs('system:manage', permission('system.manage'))

export function postRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/posts',
    {
      config: { access: read },
      schema: { tags, querystring: PostFilters, response: { 200: List(Post) } },
    },
    async ({ query }) => listPosts(db, query),
  )

  app.get(
    '/posts/:id',
    { config: { access: read }, schema: { tags, params: IdParams, response: { 200: Item(Post) } } },
    async ({ params }) => ({ item: await getPost(db, params.id) }),
  )

  app.post(
    '/posts',
    { config: { access: write }, schema: { tags, body: NewPost, response: { 200: Item(Post) } } },
    async request => ({ item: await createPost(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/posts/:id',
    {
      config: { access: write },
      schema: { tags, params: IdParams, body: PostChanges, response: { 200: Item(Post) } },
    },
    async request => ({
      item: await changePost(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/posts/:id',
    { config: { access: write }, schema: { tags, params: IdParams, response: { 200: Message } } },
    async request => {
      await removePost(deps, actorOf(request), request.params.id)
      return { message: 'The post is deleted' }
    },
  )
}
