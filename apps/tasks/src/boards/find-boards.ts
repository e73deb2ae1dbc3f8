import { EntityNotFound } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database, Deps } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { BoardFilters } from './board.contract.ts'
import { listBoards, listDeletedBoards } from './board.queries.ts'

/** Deleted boards are for whoever may bring them back. */
export async function findBoards({ db }: Deps, actor: Actor, projectId: number, filters: BoardFilters) {
  const { deleted = 'false' } = filters
  if (deleted === 'false') return listBoards(db, projectId, filters)
  await requireTrash(db, actor, projectId)
  return listDeletedBoards(db, projectId, filters)
}

async function requireTrash(db: Database, actor: Actor, projectId: number) {
  const place = await findProjectPlace(db, actor.id, projectId)
  if (!place) throw new EntityNotFound('Project')
  requireRight(actor, place, 'trash.read')
}
