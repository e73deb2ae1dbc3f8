import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changePost, createPost, removePost } from './manage-posts.ts'
import { NewPost, Post, PostChanges, PostFilters } from './post.contract.ts'
import { getPost, listPosts } from './post.queries.ts'

const tags = ['Reference data']
const read = needs('system:manage', permission('posts.read'))
const write = needs('system:manage', permission('system.manage'))

export function postRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/posts',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'List job titles',
        description: 'Job titles that can be set in a profile. Search by name with `search`.',
        querystring: PostFilters,
        response: { 200: List(Post) },
      },
    },
    async ({ query }) => listPosts(db, query),
  )

  app.get(
    '/posts/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get a job title',
        description: 'Returns one entry of the list of job titles.',
        params: IdParams,
        response: { 200: Item(Post) },
      },
    },
    async ({ params }) => ({ item: await getPost(db, params.id) }),
  )

  app.post(
    '/posts',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Create a job title',
        description: 'Adds an entry to the list of job titles. Names are unique (409).',
        body: NewPost,
        response: { 200: Item(Post) },
      },
    },
    async request => ({ item: await createPost(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/posts/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a job title',
        description: 'Changes the name or the description of the job title.',
        params: IdParams,
        body: PostChanges,
        response: { 200: Item(Post) },
      },
    },
    async request => ({
      item: await changePost(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/posts/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a job title',
        description: 'Removes it from the list of job titles. 409 while a user profile refers to it.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removePost(deps, actorOf(request), request.params.id)
      return { message: 'The post is deleted' }
    },
  )
}
