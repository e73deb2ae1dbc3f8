import type { App } from '@atrium/http/create-app'
import { ListQuery, pageOf } from '@atrium/http/pagination'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { attachSticker, detachSticker } from './attach-sticker.ts'
import { Sticker, StickerToAttach, TaskStickerParams } from './sticker.schema.ts'
import { findTaskPlace } from './task-place.queries.ts'
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
      schema: { tags, params: IdParams, querystring: ListQuery, response: { 200: List(Sticker) } },
    },
    async ({ params, query }) => listTaskStickers(db, params.id, pageOf(query)),
  )

  app.post(
    '/task/:id/sticker',
    {
      ...writes,
      schema: { tags, params: IdParams, body: StickerToAttach, response: { 200: Item(Sticker) } },
    },
    async request => ({
      item: await attachSticker(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/task/:id/sticker/:stickerId',
    { ...writes, schema: { tags, params: TaskStickerParams, response: { 200: Message } } },
    async request => {
      const { id, stickerId } = request.params
      await detachSticker(deps, actorOf(request), id, stickerId)
      return { message: 'The sticker was taken off the task' }
    },
  )
}
