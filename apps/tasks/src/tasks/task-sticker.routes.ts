import { pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { attachSticker, detachSticker } from './attach-sticker.ts'
import { Sticker, StickerToAttach, TaskStickerParams } from './sticker.contract.ts'
import { findTaskPlace } from './task.queries.ts'
import { listTaskStickers } from './task-sticker.queries.ts'

export function taskStickerRoutes(app: App, deps: Deps) {
  const { db } = deps
  const ofTask = (userId: number, id: number) => findTaskPlace(db, userId, id)
  const writes = { config: { access: inProject('task.write', 'Task', ofTask) } }
  const tags = ['Stickers']

  app.get(
    '/task/:id/sticker',
    {
      config: { access: inProject('project.read', 'Task', ofTask) },
      schema: {
        tags,
        summary: 'List the stickers of a task',
        description: 'The stickers that the task has.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: List(Sticker) },
      },
    },
    async ({ params, query }) => listTaskStickers(db, params.id, pageOf(query)),
  )

  app.post(
    '/task/:id/sticker',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Add a sticker to a task',
        description: 'A sticker that the task already has is 409. A task has at most 50 stickers.',
        params: IdParams,
        body: StickerToAttach,
        response: { 200: Item(Sticker) },
      },
    },
    async request => ({
      item: await attachSticker(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/task/:id/sticker/:stickerId',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Remove a sticker from a task',
        description: 'The sticker itself remains. 404 if the task does not have it.',
        params: TaskStickerParams,
        response: { 200: Message },
      },
    },
    async request => {
      const { id, stickerId } = request.params
      await detachSticker(deps, actorOf(request), id, stickerId)
      return { message: 'The sticker was taken off the task' }
    },
  )
}
