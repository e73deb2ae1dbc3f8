import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** A job title. */
export const Post = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
})
export type Post = Static<typeof Post>

export const NewPost = Body({
  name: Name(100),
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
})
export type NewPost = Static<typeof NewPost>

const PostChanges = Type.Partial(NewPost, { additionalProperties: false, minProperties: 1 })

const PostFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name').properties,
  search: Type.Optional(Type.String({ maxLength: 100 })),
})

const contract = contractsOf('Reference data')
const read = needs('system:manage', permission('posts.read'))
const write = needs('system:manage', permission('system.manage'))

export const listPosts = contract('listPosts', 'GET /posts', {
  summary: 'List job titles',
  description: 'Job titles that can be set in a profile. Search by name with `search`.',
  access: read,
  query: PostFilters,
  reply: List(Post),
})

export const getPost = contract('getPost', 'GET /posts/:id', {
  summary: 'Get a job title',
  description: 'Returns one entry of the list of job titles.',
  access: read,
  reply: Item(Post),
  errors: ['post_not_found'],
})

export const createPost = contract('createPost', 'POST /posts', {
  summary: 'Create a job title',
  description: 'Adds an entry to the list of job titles. Names are unique (409).',
  access: write,
  body: NewPost,
  reply: Item(Post),
  errors: ['post_name_taken'],
})

export const updatePost = contract('updatePost', 'PUT /posts/:id', {
  summary: 'Update a job title',
  description: 'Changes the name or the description of the job title.',
  access: write,
  body: PostChanges,
  reply: Item(Post),
  errors: ['post_not_found', 'post_name_taken'],
})

export const deletePost = contract('deletePost', 'DELETE /posts/:id', {
  summary: 'Delete a job title',
  description: 'Removes it from the list of job titles. 409 while a user profile refers to it.',
  access: write,
  reply: Message,
  errors: ['post_not_found'],
})
