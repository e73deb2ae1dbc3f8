import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskPlace } from '../task.queries.ts'
import * as commands from './sticker.commands.ts'
import {
  attachSticker,
  createSticker,
  deleteSticker,
  detachSticker,
  listStickers,
  listTaskStickers,
  updateSticker,
} from './sticker.contract.ts'
import * as queries from './sticker.queries.ts'

export function stickerRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listStickers, {}, ({ actor, query }) => queries.listStickers(db, actor, query))

  route(createSticker, {}, async ({ actor, body }) => ({
    item: await commands.createSticker(deps, actor, body),
  }))

  route(updateSticker, {}, async ({ actor, params, body }) => ({
    item: await commands.updateSticker(deps, actor, params.id, body),
  }))

  route(deleteSticker, {}, async ({ actor, params }) => {
    await commands.deleteSticker(deps, actor, params.id)
    return { message: 'Sticker deleted' }
  })

  route(listTaskStickers, { place: taskPlace }, ({ params, query }) =>
    queries.listTaskStickers(db, params.id, pageOf(query)),
  )

  route(attachSticker, { place: taskPlace }, async ({ actor, params, body }) => ({
    item: await commands.attachSticker(deps, actor, params.id, body),
  }))

  route(detachSticker, { place: taskPlace }, async ({ actor, params }) => {
    await commands.detachSticker(deps, actor, params.id, params.stickerId)
    return { message: 'Sticker removed from the task' }
  })
}
