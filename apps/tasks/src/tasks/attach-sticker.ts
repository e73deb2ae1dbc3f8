import { Conflict, EntityNotFound, ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Sticker, StickerToAttach } from './sticker.contract.ts'
import { findSticker, getSticker } from './sticker.queries.ts'
import { lockTask } from './task.queries.ts'
import { countTaskStickers, deleteTaskSticker, insertTaskSticker } from './task-sticker.queries.ts'

const MOST_STICKERS = 50

export function attachSticker(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { stickerId }: StickerToAttach,
): Promise<Sticker> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId } = await lockTask(tx, taskId)
    const sticker = await findSticker(tx, stickerId)
    if (!sticker) throw new ValidationFailed({ stickerId: ['does not exist'] })
    if (sticker.projectId && sticker.projectId !== projectId) {
      throw new ValidationFailed({ stickerId: ['belongs to another project'] })
    }
    const isNew = await insertTaskSticker(tx, { taskId, projectId, stickerId, attachedBy: actor.id })
    if (!isNew) throw new Conflict('This sticker is already on the task', { field: 'stickerId' })
    if ((await countTaskStickers(tx, taskId)) > MOST_STICKERS) {
      throw new Conflict(`A task has at most ${MOST_STICKERS} stickers`, { limit: MOST_STICKERS })
    }
    const after = { stickerId, name: sticker.name }
    await emit({ type: 'sticker.attached', projectId, boardId, taskId, actorId: actor.id, after })
    return sticker
  })
}

export function detachSticker(deps: Deps, actor: Actor, taskId: number, stickerId: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId } = await lockTask(tx, taskId)
    const { name } = await getSticker(tx, stickerId)
    if (!(await deleteTaskSticker(tx, taskId, stickerId))) throw new EntityNotFound('Sticker')
    const before = { stickerId, name }
    await emit({ type: 'sticker.detached', projectId, boardId, taskId, actorId: actor.id, before })
  })
}
