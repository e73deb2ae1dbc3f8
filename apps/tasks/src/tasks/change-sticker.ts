import { isDeepStrictEqual } from 'node:util'
import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { requireStickerRight } from './require-sticker-right.ts'
import type { NewSticker, Sticker, StickerChanges } from './sticker.contract.ts'
import { countStickers, deleteSticker, getSticker, insertSticker, updateSticker } from './sticker.queries.ts'

/** Of a project, and as many for all: a board is read with every sticker that may be on it. */
const MOST_STICKERS = 500

export function createSticker(deps: Deps, actor: Actor, input: NewSticker): Promise<Sticker> {
  return inTransaction(deps, async (tx, emit) => {
    const place = input.projectId ?? null
    await requireStickerRight(tx, actor, place)
    if ((await countStickers(tx, place)) >= MOST_STICKERS) {
      throw new Conflict(`A project has at most ${MOST_STICKERS} stickers`, { limit: MOST_STICKERS })
    }
    const sticker = await getSticker(tx, await insertSticker(tx, input))
    const { projectId } = sticker
    if (projectId) {
      await emit({ type: 'sticker.created', projectId, actorId: actor.id, after: storyOf(sticker) })
    }
    return sticker
  })
}

export function changeSticker(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: StickerChanges,
): Promise<Sticker> {
  return inTransaction(deps, async (tx, emit) => {
    const before = await getSticker(tx, id)
    const { projectId } = before
    await requireStickerRight(tx, actor, projectId)
    await updateSticker(tx, id, changes, deps.now().toISOString())
    const after = await getSticker(tx, id)
    if (projectId && !isDeepStrictEqual(before, after)) {
      const story = { before: storyOf(before), after: storyOf(after) }
      await emit({ type: 'sticker.updated', projectId, actorId: actor.id, ...story })
    }
    return after
  })
}

/** It comes off every task. */
export function removeSticker(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const sticker = await getSticker(tx, id)
    const { projectId } = sticker
    await requireStickerRight(tx, actor, projectId)
    await deleteSticker(tx, id)
    if (projectId) {
      await emit({ type: 'sticker.deleted', projectId, actorId: actor.id, before: storyOf(sticker) })
    }
  })
}

function storyOf({ id, name, color, icon }: Sticker) {
  return { stickerId: id, name, color, icon }
}
