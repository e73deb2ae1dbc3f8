import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import { refuseOutsideToken } from '#projects/require-right.ts'
import type { Sticker } from '../task.contract.ts'
import { lockTask } from '../task.queries.ts'
import type { NewSticker, StickerChanges, StickerToAttach } from './sticker.contract.ts'
import * as queries from './sticker.queries.ts'
import { getSticker, requireRightInProject } from './sticker.queries.ts'

/** Per project, and for stickers of all projects: a board includes every sticker that its tasks can have. */
const MAX_STICKERS = 500
export const MAX_STICKERS_OF_TASK = 50

export function createSticker(deps: Deps, actor: Actor, input: NewSticker): Promise<Sticker> {
  return inTransaction(deps, async (tx, emit) => {
    const projectId = input.projectId ?? null
    await requireStickerRight(tx, actor, projectId)
    await queries.lockStickers(tx, projectId)
    if ((await queries.countStickers(tx, projectId)) >= MAX_STICKERS) {
      throw new Conflict('too_many_stickers', { limit: MAX_STICKERS })
    }
    const sticker = await getSticker(tx, await queries.insertSticker(tx, input))
    if (projectId) {
      const after = recordedFields(sticker)
      await emit({ type: 'sticker.created', projectId, actorId: actor.id, after })
    }
    return sticker
  })
}

export function updateSticker(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: StickerChanges,
): Promise<Sticker> {
  return inTransaction(deps, async (tx, emit) => {
    const before = await getSticker(tx, id)
    const { projectId } = before
    await requireStickerRight(tx, actor, projectId)
    await queries.updateSticker(tx, id, changes, deps.now().toISOString())
    const after = await getSticker(tx, id)
    if (projectId && !isDeepStrictEqual(before, after)) {
      await emit({
        type: 'sticker.updated',
        projectId,
        actorId: actor.id,
        before: recordedFields(before),
        after: recordedFields(after),
      })
    }
    return after
  })
}

/** Removes it from every task. */
export function deleteSticker(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const sticker = await getSticker(tx, id)
    const { projectId } = sticker
    await requireStickerRight(tx, actor, projectId)
    await queries.deleteSticker(tx, id)
    if (projectId) {
      const before = recordedFields(sticker)
      await emit({ type: 'sticker.deleted', projectId, actorId: actor.id, before })
    }
  })
}

/** A sticker of a project needs a right there; one for all projects, a permission of the service. */
async function requireStickerRight(db: Database, actor: Actor, projectId: number | null) {
  if (projectId) return requireRightInProject(db, actor, projectId, 'sticker.write')
  refuseOutsideToken(actor, projectId)
  const permission = 'stickers.manage'
  if (!actor.permissions.has(permission)) throw new Forbidden('permission_required', { permission })
}

function recordedFields({ id, name, color, icon }: Sticker) {
  return { stickerId: id, name, color, icon }
}

export function attachSticker(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { stickerId }: StickerToAttach,
): Promise<Sticker> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId } = await lockTask(tx, taskId)
    const sticker = await queries.findSticker(tx, stickerId)
    if (!sticker) throw new ValidationFailed({ stickerId: 'does_not_exist' })
    if (sticker.projectId && sticker.projectId !== projectId) {
      throw new ValidationFailed({ stickerId: 'in_other_project' })
    }
    const isNew = await queries.insertTaskSticker(tx, { taskId, projectId, stickerId, attachedBy: actor.id })
    if (!isNew) throw new Conflict('sticker_already_attached', { field: 'stickerId' })
    if ((await queries.countTaskStickers(tx, taskId)) > MAX_STICKERS_OF_TASK) {
      throw new Conflict('too_many_task_stickers', { limit: MAX_STICKERS_OF_TASK })
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
    if (!(await queries.deleteTaskSticker(tx, taskId, stickerId))) throw new NotFound('sticker_not_found')
    const before = { stickerId, name }
    await emit({ type: 'sticker.detached', projectId, boardId, taskId, actorId: actor.id, before })
  })
}
