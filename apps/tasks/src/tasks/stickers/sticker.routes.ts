import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './sticker.commands.ts'
import * as contracts from './sticker.contract.ts'
import * as queries from './sticker.queries.ts'

export function stickerRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listStickers, {}, ({ actor, query }) => queries.listStickers(db, actor, query))

  route(contracts.createSticker, {}, async ({ actor, body }) => ({
    item: await commands.createSticker(deps, actor, body),
  }))

  route(contracts.updateSticker, {}, async ({ actor, params, body }) => ({
    item: await commands.updateSticker(deps, actor, params.id, body),
  }))

  route(contracts.deleteSticker, {}, async ({ actor, params }) => {
    await commands.deleteSticker(deps, actor, params.id)
    return { message: 'Sticker deleted' }
  })

  route(contracts.listTaskStickers, { record: taskRecord }, ({ params, query }) =>
    queries.listTaskStickers(db, params.id, pageOf(query)),
  )

  route(contracts.attachSticker, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.attachSticker(deps, actor, params.id, body),
  }))

  route(contracts.detachSticker, { record: taskRecord }, async ({ actor, params }) => {
    await commands.detachSticker(deps, actor, params.id, params.stickerId)
    return { message: 'Sticker removed from the task' }
  })
}
