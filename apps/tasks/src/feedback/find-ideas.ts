import { Forbidden } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { IdeaFilters } from './idea.contract.ts'
import { listIdeas } from './idea.queries.ts'

/** One's own; all of them for whoever may read all. */
export function findIdeas({ db }: Deps, actor: Actor, filters: IdeaFilters) {
  if (actor.permissions.has('feedback.read')) return listIdeas(db, filters)
  if ((filters.userId ?? actor.id) !== actor.id) {
    throw new Forbidden('The ideas of others need the permission feedback.read', {
      details: { permission: 'feedback.read' },
    })
  }
  return listIdeas(db, { ...filters, userId: actor.id })
}
