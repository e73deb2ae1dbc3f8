import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeSticker, createSticker, removeSticker } from './change-sticker.ts'
import { findStickers } from './find-stickers.ts'
import { NewSticker, Sticker, StickerChanges, StickerFilters } from './sticker.contract.ts'

/** Whether a sticker is of a project or for all decides what its change needs: the verbs ask. */
export function stickerRoutes(app: App, deps: Deps) {
  const config = { access: anyToken }
  const tags = ['Stickers']

  app.get(
    '/sticker',
    {
      config: { ...config, refuses: [403, 404] },
      schema: {
        tags,
        summary: 'List stickers',
        description:
          'Stickers of your projects and those for all projects. With `projectId`, those that a task of this project can have.',
        querystring: StickerFilters,
        response: { 200: List(Sticker) },
      },
    },
    async request => findStickers(deps, actorOf(request), request.query),
  )

  app.post(
    '/sticker',
    {
      config: { ...config, refuses: [404] },
      schema: {
        tags,
        summary: 'Create a sticker',
        description:
          'For a project (managers), or without `projectId` for all projects (permission `stickers.manage`). Names are unique within a project (409).',
        body: NewSticker,
        response: { 200: Item(Sticker) },
      },
    },
    async request => ({ item: await createSticker(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/sticker/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Update a sticker',
        description: 'Changes the given fields. Tasks with the sticker show the change at once.',
        params: IdParams,
        body: StickerChanges,
        response: { 200: Item(Sticker) },
      },
    },
    async request => ({ item: await changeSticker(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/sticker/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a sticker',
        description: 'Removes it from every task.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeSticker(deps, actorOf(request), request.params.id)
      return { message: 'The sticker was deleted' }
    },
  )
}
