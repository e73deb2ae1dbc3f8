import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { requireRightInProject } from './require-sticker-right.ts'
import type { StickerFilters } from './sticker.contract.ts'
import { listStickers } from './sticker.queries.ts'

export async function findStickers({ db }: Deps, actor: Actor, filters: StickerFilters) {
  if (filters.projectId) await requireRightInProject(db, actor, filters.projectId, 'project.read')
  return listStickers(db, actor.id, filters)
}
