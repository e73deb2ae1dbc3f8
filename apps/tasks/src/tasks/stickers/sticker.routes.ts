import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './sticker.commands.ts'
import * as contracts from './sticker.contract.ts'
import * as queries from './sticker.queries.ts'

export function stickerRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listStickers, {}, ({ actor, query }) => queries.listStickers(db, actor, query))

  route(contracts.createSticker, {}, item(commands.createSticker))
  route(contracts.updateSticker, {}, item(commands.updateSticker))
  route(contracts.deleteSticker, {}, message(commands.deleteSticker, 'Sticker deleted'))

  route(contracts.listTaskStickers, { record: taskRecord }, ({ params, query }) =>
    queries.listTaskStickers(db, params.id, pageOf(query)),
  )

  route(contracts.attachSticker, { record: taskRecord }, item(commands.attachSticker))

  route(contracts.detachSticker, { record: taskRecord }, async ({ actor, params }) => {
    await commands.detachSticker(deps, actor, params.id, params.stickerId)
    return { message: 'Sticker removed from the task' }
  })
}
