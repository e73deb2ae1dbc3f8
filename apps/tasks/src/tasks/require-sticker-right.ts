import { EntityNotFound, Forbidden } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'

/** A sticker of a project is that project's matter; one for all needs a permission of the service. */
export async function requireStickerRight(db: Database, actor: Actor, projectId: number | null) {
  if (projectId) return requireRightInProject(db, actor, projectId, 'sticker.write')
  if (actor.permissions.has('stickers.manage')) return
  throw new Forbidden('Stickers for all projects need the permission stickers.manage', {
    details: { permission: 'stickers.manage' },
  })
}

export async function requireRightInProject(db: Database, actor: Actor, projectId: number, right: Right) {
  const place = await findProjectPlace(db, actor.id, projectId)
  if (!place) throw new EntityNotFound('Project')
  requireRight(actor, place, right)
}
